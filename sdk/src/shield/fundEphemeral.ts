import { type Address, encodeFunctionData, type Hash } from 'viem'
import { parseParty } from '../chain/address.js'
import { assertAmount } from '../chain/amount.js'
import { assertNetwork } from '../chain/network.js'
import { execute, type WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { usdcAbi } from '../chain/usdc.js'
import { InsufficientFundsError } from '../errors/transfer.js'
import type { PaymentGuardOptions } from '../risk/PaymentGuardOptions.js'
import { assertRoom } from './internal/assertRoom.js'
import { guardHere } from './internal/guardHere.js'
import { assertSameTerms, termsOf } from './internal/policy.js'
import { type BoxOptions, balanceView, readBox } from './internal/readBox.js'
import type { EphemeralPolicy, ShieldClients } from './types.js'

/**
 * Funds a box from the connected wallet, after reading the box again and comparing every field of its policy. Prefer it
 * to a bare token transfer, which looks at nothing.
 *
 * The target of the box passes the firewall first. It refuses what would be regretted: a box that is not deployed, has expired, may spend less than the amount, or holds
 * all it may still spend, as after a funding whose answer was lost. An observer can trace the payment to the wallet.
 *
 * @param amount - Base units.
 * @returns Hash of the mined transaction.
 * @throws Before anything is sent: `RiskBlockedError`, {@link NotABoxError}, {@link PolicyMismatchError}, {@link BoxRefusedError} (`expired`,
 *   `over_funded`), {@link InsufficientFundsError}, `InvalidInputError` and its subclasses (before any request), and what every
 *   write throws. After it: `TransactionUnconfirmedError`.
 * @example
 * const hash = await fundEphemeral(clients, box, 5_000_000n, policy)
 */
export async function fundEphemeral(
  clients: ShieldClients,
  account: Address,
  amount: bigint,
  policy: EphemeralPolicy,
  options: WriteOptions & BoxOptions & PaymentGuardOptions = {},
): Promise<Hash> {
  const to = parseParty('account', account)
  assertAmount(amount)
  const terms = termsOf(policy)
  const { address: payer } = requireAccount(clients.walletClient)
  const deployment = await assertNetwork(clients)
  const { token } = terms.policy
  const box = await readBox(clients.publicClient, to, {
    factory: options.factory,
    implementation: options.implementation,
    also: [balanceView(token, to), balanceView(token, payer)],
  })
  assertSameTerms(to, terms, box)
  // The views asked along are of balances.
  const [held = 0n, balance = 0n] = box.also as (bigint | undefined)[]
  assertRoom(box, held, amount)
  if (balance < amount)
    throw new InsufficientFundsError('balance', amount, balance, { do: 'add_funds', token: 'usdc', account: payer })
  await guardHere(clients, deployment, { payer, payee: terms.policy.target, amount, token }, options)
  const receipt = await execute(
    clients,
    deployment,
    {
      to: token,
      abi: usdcAbi,
      attempted: 'funding the box',
      data: encodeFunctionData({ abi: usdcAbi, functionName: 'transfer', args: [to, amount] }),
    },
    options,
  )
  return receipt.transactionHash
}
