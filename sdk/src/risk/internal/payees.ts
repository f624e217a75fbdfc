import { type Address, isAddressEqual, zeroAddress } from 'viem'
import type { CounterpartyScan } from '../IDataProvider.js'
import type { Movement } from './rows.js'

/** One list of movements, as far as it was read. */
export type MovementList = { movements: readonly Movement[]; complete: boolean }

/**
 * Payees out of movements: whoever got something of value out of the sender, in a token of the registry or in the
 * chain's own coin. The explorer's own filters are not relied on.
 */
export function payeesOf(
  sender: Address,
  tokens: readonly Address[],
  lists: readonly MovementList[],
): CounterpartyScan {
  const payees = new Set<Address>()
  for (const { from, to, token, value, isSettled } of lists.flatMap(({ movements }) => movements)) {
    if (value === 0n || !isSettled || to === null || to === zeroAddress || !isAddressEqual(from, sender)) continue
    if (token === null || tokens.some((known) => isAddressEqual(known, token))) payees.add(to)
  }
  return { counterparties: [...payees], complete: lists.every(({ complete }) => complete) }
}
