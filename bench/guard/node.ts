/** A fast node in a separate process. Sends its parent its URL, and on request what it has received. */
import { startFaultyNode } from '@holdfast/testkit/faultyNode'

const node = await startFaultyNode()
process.on('message', (message: { faults?: number } | 'usage' | 'report') => {
  if (message === 'report') {
    const repeated = [...node.seen.values()].filter((times) => times > 1).length
    process.send?.({ seen: [...node.seen.keys()], repeated, disordered: node.disordered } satisfies NodeReport)
  } else if (typeof message === 'object') {
    node.faults = message.faults ?? 0
    process.send?.('ready')
  }
})
process.send?.(node.url)

/** `seen` holds the mark of each request that has come. */
export type NodeReport = { seen: readonly number[]; repeated: number; disordered: number }
