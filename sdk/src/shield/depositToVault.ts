import { type Address, type Hash, isAddressEqual } from 'viem'
import { parseParty } from '../chain/address.js'
import { assertAmount } from '../chain/amount.js'
import { assertNetwork } from '../chain/network.js'
import { readAllowance, readBalance } from '../chain/tokenReads.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { inTurn } from '../chain/transaction/inTurn.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { InvalidAddressError } from '../errors/input.js'
import { InsufficientFundsError } from '../errors/transfer.js'
import type { PaymentGuardOptions } from '../risk/PaymentGuardOptions.js'
import { approveVault } from './approveVault.js'
import { guardHere } from './internal/guardHere.js'
import { callVault, vaultToken } from './internal/vault.js'
import type { ShieldClients } from './types.js'

/** Who owns the deposit, and whether to approve first. */
export type DepositToVaultOptions = WriteOptions &
  PaymentGuardOptions & {
    /** Owner of the deposit; never the vault or its token, which could not withdraw it. The firewall first checks an owner other than the connected account. Default: the connected account. */
    owner?: Address | undefined
    /** Approves exactly the amount, in an earlier transaction, if the allowance is too low. @default false */
    approve?: boolean | undefined
  }

/**
 * Moves tokens of the connected account into a vault, from which boxes can be funded.
 *
 * @param amount - Base units.
 * @returns Hash of the mined transaction.
 * @throws `RiskBlockedError`, {@link InsufficientFundsError} for balance or allowance, before anything is sent; `InvalidInputError` and its
 *   subclasses before any request; what every write throws.
 * @example
 * await depositToVault(clients, SHIELD_VAULT_ADDRESS, 25_000_000n, { approve: true })
 */
export async function depositToVault(
  clients: ShieldClients,
  vault: Address,
  amount: bigint,
  options: DepositToVaultOptions = {},
): Promise<Hash> {
  const to = parseParty('vault', vault)
  assertAmount(amount)
  const owner = options.owner === undefined ? undefined : parseParty('owner', options.owner)
  const { address: payer } = requireAccount(clients.walletClient)
  const deployment = await assertNetwork(clients)
  const token = await vaultToken(clients, deployment, to)
  if (owner !== undefined && (isAddressEqual(owner, to) || isAddressEqual(owner, token)))
    throw new InvalidAddressError('owner', owner, 'is a contract that could never withdraw the money')
  await guardHere(clients, deployment, { payer, payee: owner ?? payer, amount }, options)
  const deposit = async (): Promise<Hash> => {
    const [balance, allowance] = await Promise.all([
      readBalance(clients.publicClient, token, payer),
      readAllowance(clients.publicClient, token, payer, to),
    ])
    if (balance < amount)
      throw new InsufficientFundsError('balance', amount, balance, { do: 'add_funds', token: 'usdc', account: payer })
    if (allowance < amount) {
      if (options.approve !== true)
        throw new InsufficientFundsError('allowance', amount, allowance, { do: 'approve', spender: 'vault' })
      await approveVault(clients, to, amount, { timeoutMs: options.timeoutMs, signal: options.signal })
    }
    const call =
      owner === undefined
        ? { functionName: 'deposit' as const, args: [amount] as const }
        : { functionName: 'depositFor' as const, args: [owner, amount] as const }
    return callVault(clients, deployment, to, call, 'depositing into the vault', options)
  }
  // Two deposits of one account that approve would overwrite each other's allowance.
  if (options.approve === true) return inTurn(`vault:${deployment.id}:${to}:${payer}`, deposit, options.signal)
  options.signal?.throwIfAborted()
  return deposit()
}
