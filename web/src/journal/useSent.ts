import type { OpenRow, Such } from './openRow.js'
import { useOpenRows } from './useOpenRows.js'

/** The newest open row that may have sent what a form would do again: both can be mined. Its note above the form closes it. */
export function useSent(such: Such): OpenRow | undefined {
  return useOpenRows()?.find((row) => row.hasSent(such))
}
