import type { Address } from 'viem'
import { parseParty } from '../chain/address.js'
import { assertAmount } from '../chain/amount.js'
import type { ReadClient } from '../chain/clients.js'
import { BoxRefusedError } from '../errors/shield.js'
import { assertRoom } from './internal/assertRoom.js'
import { assertSameTerms, termsOf } from './internal/policy.js'
import { type BoxOptions, balanceView, readBox } from './internal/readBox.js'
import type { EphemeralPolicy } from './types.js'

/** What else must hold. */
export type AssertBoxFundableOptions = BoxOptions & {
  /** Base units that are about to go in: more than the box can ever spend is refused. */
  amount?: bigint | undefined
}

/**
 * Makes sure, before money goes to a box by whatever way, that it is deployed, is on these terms in every field, and can
 * still spend.
 *
 * @throws {@link NotABoxError}, {@link PolicyMismatchError}, {@link BoxRefusedError} with code `expired` or, for an amount,
 *   `over_funded`; `InvalidInputError` and its subclasses before any request; `ChainUnavailableError`.
 * @example
 * await assertBoxFundable(publicClient, box, policy, { amount: 5_000_000n })
 */
export async function assertBoxFundable(
  publicClient: ReadClient,
  account: Address,
  policy: EphemeralPolicy,
  { amount, ...maker }: AssertBoxFundableOptions = {},
): Promise<void> {
  const address = parseParty('account', account)
  const terms = termsOf(policy)
  if (amount !== undefined) assertAmount(amount)
  const box = await readBox(publicClient, address, {
    ...maker,
    also: [balanceView(terms.policy.token, address)],
  })
  assertSameTerms(address, terms, box)
  if (box.now > box.policy.expiry) throw new BoxRefusedError(address, 'expired')
  // The views asked along are of balances.
  const [balance = 0n] = box.also as (bigint | undefined)[]
  if (amount !== undefined) assertRoom(box, balance, amount)
}
