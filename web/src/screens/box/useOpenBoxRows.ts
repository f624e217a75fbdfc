import { type Address, isAddressEqual } from 'viem'
import type { OpenRow } from '../../journal/openRow.js'
import { useOpenRows } from '../../journal/useOpenRows.js'

/** What an account has begun with spending accounts and not seen to end, newest first; `undefined` until the journal is read. */
export function useOpenBoxRows(account: Address | undefined): readonly OpenRow[] | undefined {
  return useOpenRows()?.filter(
    ({ plan, href }) => href.startsWith('#/box') && account !== undefined && isAddressEqual(plan.account, account),
  )
}
