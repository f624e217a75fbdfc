import type { Address } from 'viem'
import { parseParty } from '../chain/address.js'
import type { ReadClient } from '../chain/clients.js'
import { BoxRefusedError } from '../errors/shield.js'
import { assertSameTerms, termsOf } from './internal/policy.js'
import { type BoxOptions, readBox } from './internal/readBox.js'
import type { EphemeralPolicy } from './types.js'

/**
 * Makes sure, before money goes to a box by whatever way, that it is deployed, is on these terms in every field, and can
 * still spend.
 *
 * @throws {@link NotABoxError}, {@link PolicyMismatchError}, {@link BoxRefusedError} with code `expired`; `InvalidInputError`
 *   and its kin before any request; `ChainUnavailableError`.
 * @example
 * await assertBoxFundable(publicClient, account, policy)
 */
export async function assertBoxFundable(
  publicClient: ReadClient,
  account: Address,
  policy: EphemeralPolicy,
  options: BoxOptions = {},
): Promise<void> {
  const address = parseParty('account', account)
  const terms = termsOf(policy)
  const box = await readBox(publicClient, address, options)
  assertSameTerms(address, terms, box)
  if (box.now > box.policy.expiry) throw new BoxRefusedError(address, 'expired')
}
