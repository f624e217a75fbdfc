import type { Address, Hash } from 'viem'
import { parseParty } from '../chain/address.js'
import { assertAmount } from '../chain/amount.js'
import { assertNetwork } from '../chain/network.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { InvalidAddressError } from '../errors/input.js'
import type { PaymentGuardOptions } from '../risk/PaymentGuardOptions.js'
import { guardHere } from './internal/guardHere.js'
import { assertVaultCovers, callVault, vaultToken } from './internal/vault.js'
import type { ShieldClients } from './types.js'
import { vaultBalance } from './vaultBalance.js'

/**
 * Pays out of the connected account's balance in a vault. A payee other than that account passes the firewall first.
 *
 * @param to - Not the vault and not its token.
 * @param amount - Base units.
 * @returns Hash of the mined transaction.
 * @throws `InsufficientFundsError`, `RiskBlockedError` before anything is sent; `InvalidInputError` and its subclasses; what every write throws.
 * @example
 * await withdrawFromVault(clients, SHIELD_VAULT_ADDRESS, recipient, 25_000_000n)
 */
export async function withdrawFromVault(
  clients: ShieldClients,
  vault: Address,
  to: Address,
  amount: bigint,
  options: WriteOptions & PaymentGuardOptions = {},
): Promise<Hash> {
  const from = parseParty('vault', vault)
  const payee = parseParty('to', to)
  assertAmount(amount)
  if (payee === from) throw new InvalidAddressError('to', payee, 'is the vault itself')
  const { address: owner } = requireAccount(clients.walletClient)
  const deployment = await assertNetwork(clients)
  const [balance, token] = await Promise.all([
    vaultBalance(clients.publicClient, from, owner),
    vaultToken(clients, deployment, from),
  ])
  if (payee === token) throw new InvalidAddressError('to', payee, 'is the token itself')
  assertVaultCovers(amount, balance)
  await guardHere(clients, deployment, { payer: owner, payee, amount }, options)
  const call = { functionName: 'withdraw' as const, args: [payee, amount] as const }
  return callVault(clients, deployment, from, call, 'withdrawing from the vault', options)
}
