import { issuerContracts } from '@holdfast/contracts'
import type { Address } from 'viem'
import type { ChainDeployment } from '../../chain/registry.js'
import { inUsdc } from '../grades/dust.js'
import { lower } from '../history/lower.js'
import type { HistoryRecord, SettledRecipient } from '../history/SenderHistory.js'
import type { TransactionRow } from './findings.js'
import { payableTokens } from './readHistory.js'

/** Calls looked into, the newest: each costs a request. */
const maxCalls = 20

/**
 * The sender's calls in which a splitter, a router or another contract may have passed its payment on. A call of the token
 * itself passes nothing on; what the transfer contract, the Bridge and the Hub do is read from their own events.
 *
 * @param payments - Of the sender, in any order.
 */
export function findForwardingCalls(
  sender: Address,
  chain: ChainDeployment,
  transactions: readonly TransactionRow[],
  payments: readonly HistoryRecord[],
): TransactionRow[] {
  const { bridgeTokenMessenger, hubWallet } = issuerContracts
  const known = [...payableTokens(chain), chain.transferContract, bridgeTokenMessenger, hubWallet].map(lower)
  const elsewhere = payments.filter(({ to }) => !known.includes(lower(to)))
  const paying = new Set(elsewhere.map(({ transactionHash }) => transactionHash))
  return transactions
    .filter(
      ({ hash, from, to, dataBytes }) =>
        from === sender && to !== null && dataBytes !== 0 && paying.has(hash) && !known.includes(to),
    )
    .sort((a, b) => Number(b.blockNumber - a.blockNumber))
    .slice(0, maxCalls)
}

/**
 * To whom a payment was passed on within its own transaction, by the addresses that held it: none gets more than the sender has
 * paid, since a contract may move money of others as well.
 *
 * @param payments - Of the sender, in this transaction.
 * @param movements - All token movements of the transaction.
 */
export function findForwarded(
  sender: Address,
  payments: readonly HistoryRecord[],
  movements: readonly HistoryRecord[],
): SettledRecipient[] {
  const tokens = new Set(payments.map(({ token }) => token))
  const sent = payments.reduce((sum, { value, decimals }) => sum + inUsdc(value, decimals), 0n)
  const decimals = new Map(payments.map((payment) => [payment.token, payment.decimals]))
  const holders = new Set(payments.map(({ to }) => lower(to)))
  const found = new Map<Address, SettledRecipient>()
  for (const movement of [...movements].sort((a, b) => a.logIndex - b.logIndex)) {
    const [from, to] = [lower(movement.from), lower(movement.to)]
    const { token, value, blockNumber, transactionHash, timestamp, chainId } = movement
    if (!tokens.has(token) || value === 0n || from === sender || to === sender || !holders.has(from)) continue
    holders.add(to)
    const received = (found.get(to)?.amount ?? 0n) + inUsdc(value, decimals.get(token) ?? movement.decimals)
    const amount = received < sent ? received : sent
    found.set(to, { address: to, amount, blockNumber, transactionHash, timestamp, chainId })
  }
  return [...found.values()]
}
