import type { Address, Hash } from 'viem'
import { isAddressEqual } from 'viem'
import { parseParty } from '../chain/address.js'
import { assertAmount } from '../chain/amount.js'
import { assertNetwork } from '../chain/network.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { PolicyMismatchError } from '../errors/shield.js'
import type { PaymentGuardOptions } from '../risk/PaymentGuardOptions.js'
import { assertRoom } from './internal/assertRoom.js'
import { guardHere } from './internal/guardHere.js'
import { assertSameTerms, termsOf } from './internal/policy.js'
import { type BoxOptions, balanceView, readBox } from './internal/readBox.js'
import { assertVaultCovers, callVault, vaultBalanceView, vaultToken } from './internal/vault.js'
import type { EphemeralPolicy, ShieldClients } from './types.js'

/** What to compare the box with, and how to follow the transaction. */
export type FundFromVaultOptions = WriteOptions &
  BoxOptions &
  PaymentGuardOptions & {
    /** The terms the box should be on; every field is compared before anything is sent. */
    policy?: EphemeralPolicy | undefined
  }

/**
 * Funds a box from the connected account's balance in a vault. Its target passes the firewall first. It refuses what `fundEphemeral` refuses, and a box of
 * another token.
 *
 * @param amount - Base units.
 * @returns Hash of the mined transaction.
 * @throws Before anything is sent: `RiskBlockedError`, {@link NotABoxError}, {@link PolicyMismatchError}, {@link BoxRefusedError} (`expired`,
 *   `over_funded`), `InsufficientFundsError`, `InvalidInputError` and its subclasses, and what every write throws.
 * @example
 * await fundFromVault(clients, SHIELD_VAULT_ADDRESS, box, 5_000_000n, { policy })
 */
export async function fundFromVault(
  clients: ShieldClients,
  vault: Address,
  account: Address,
  amount: bigint,
  options: FundFromVaultOptions = {},
): Promise<Hash> {
  const from = parseParty('vault', vault)
  const to = parseParty('account', account)
  assertAmount(amount)
  const terms = options.policy && termsOf(options.policy)
  const { address: owner } = requireAccount(clients.walletClient)
  const deployment = await assertNetwork(clients)
  const token = await vaultToken(clients, deployment, from)
  const box = await readBox(clients.publicClient, to, {
    factory: options.factory,
    implementation: options.implementation,
    also: [balanceView(token, to), vaultBalanceView(from, owner)],
  })
  if (terms) assertSameTerms(to, terms, box)
  if (!isAddressEqual(box.policy.token, token)) throw new PolicyMismatchError(to, 'token', token, box.policy.token)
  // The views asked along are of balances.
  const [held = 0n, balance = 0n] = box.also as (bigint | undefined)[]
  assertRoom(box, held, amount)
  assertVaultCovers(amount, balance)
  await guardHere(clients, deployment, { payer: owner, payee: box.policy.target, amount }, options)
  const call = { functionName: 'fundAccount' as const, args: [to, amount] as const }
  return callVault(clients, deployment, from, call, 'funding the box from the vault', options)
}
