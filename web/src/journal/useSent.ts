import type { OpenRow, Such } from './openRow.js'
import { useOpenRows } from './useOpenRows.js'

/**
 * The newest open row that may have sent what a form would do again: both can be mined. Its note above the form closes it.
 *
 * @param own - A row that does not count.
 */
export function useSent(such: Such, own?: string): OpenRow | undefined {
  return useOpenRows()?.find((row) => row.id !== own && row.hasSent(such))
}
