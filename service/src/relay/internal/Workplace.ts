import type { Operations } from './Operations.js'
import type { Tenure } from './Tenure.js'
import type { WriterParts } from './WriterParts.js'

/** What those who work for one writer share. */
export type Workplace = {
  parts: WriterParts
  tenure: Tenure
  operations: Operations
  /** There is something to do before the next round is due. */
  wake: () => void
}
