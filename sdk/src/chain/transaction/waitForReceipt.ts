import { type Address, type Hash, type Hex, isAddressEqual, type RpcTransaction, type TransactionReceipt } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import {
  TransactionReplacedError,
  TransactionRevertedError,
  TransactionUnconfirmedError,
} from '../../errors/transaction.js'
import type { ReadClient } from '../clients.js'
import { causesOf, isInconclusive, withoutSecrets } from '../failure.js'
import { assertReads, chainIdOf } from '../network.js'
import { deploymentFor } from '../registry.js'
import { pause } from '../sleep.js'
import { withDeadline } from '../withDeadline.js'
import { searchNonce } from './findTransactionByNonce.js'

/** How long to wait, and how to stop waiting. */
export type WaitOptions = {
  /** @default 120000 */
  timeoutMs?: number | undefined
  /** Stops the waiting, not the transaction. */
  signal?: AbortSignal | undefined
}

/** How a transaction is waited for that was sent earlier. With its sender and nonce, one that took its place is found. */
export type LateWaitOptions = WaitOptions & {
  /** The account that signed it. */
  sender?: Address | undefined
  /** As `onTransactionHash` named it. A node that shows transactions that wait names it, too. */
  nonce?: number | undefined
  /** Of the transaction. Nothing is concluded from another chain. @default the chain that the client is on at first */
  chainId?: number | undefined
}

/** How the receipt of one transaction is waited for. */
export type ReceiptOptions = LateWaitOptions & {
  /** Of the chain: about twice in this time it is asked at first. @default 2000 */
  blockTimeMs?: number | undefined
  /** Whether the transaction was sent a moment ago: then the next block is waited for before anything is asked. */
  isNew?: boolean | undefined
  /** Whether another transaction of the sender does what this one was to do: then its receipt is as good. */
  isSame?: ((other: { to: Address | null; input: Hex; value: Hex }) => boolean) | undefined
  /** Whether a revert is said before its block is final: where the same cannot happen twice, whatever is done next. */
  isHarmless?: boolean | undefined
}

/** How long a write is waited for by default. */
export const defaultTimeoutMs = 120_000

/**
 * Waits for one confirmation of a transaction, or finds out what took its place. Failing polls (a throttled or absent node),
 * answers of another chain and receipts that lack block, outcome or logs are taken as silence, not as an answer.
 *
 * One confirmation is enough for what happened: a transaction whose block is taken back is mined again, and once. That it did
 * not happen invites to send again, so it is said only when the block that shows it is final.
 *
 * @param attempted - What the transaction does, as in "while …", for the errors.
 * @returns The receipt of the transaction, or of another one with its nonce that does the same, as with a higher fee.
 * @throws {@link TransactionRevertedError} mined but reverted. {@link TransactionReplacedError} another transaction used
 *   its nonce. It did not happen where the other one is named; where it is not, nothing is known.
 *   {@link TransactionUnconfirmedError} no receipt in time, or none that is final, or waiting was aborted.
 * @example
 * const { blockNumber } = await waitForReceipt(publicClient, txHash, 'approving', { sender, nonce: 7 })
 */
export async function waitForReceipt(
  client: ReadClient,
  txHash: Hash,
  attempted: string,
  { blockTimeMs = 2_000, timeoutMs = defaultTimeoutMs, signal, isNew = false, ...sent }: ReceiptOptions = {},
): Promise<TransactionReceipt> {
  const began = performance.now()
  const pollingInterval = Math.min(Math.max(blockTimeMs / 2, 50), 4_000, Math.max(timeoutMs / 4, 10))
  const look = follow(client, txHash, sent)
  let waitMs = isNew ? Math.min(blockTimeMs, mostFirstWaitMs, timeoutMs / 4) : 0
  let isUsed = false
  let lastFailure: unknown
  for (;;) {
    if (waitMs > 0) await pause(Math.min(waitMs, Math.max(began + timeoutMs - performance.now(), 0)), signal)
    const elapsedMs = performance.now() - began
    if (signal?.aborted) throw new TransactionUnconfirmedError(attempted, txHash, signal.reason)
    if (elapsedMs >= timeoutMs)
      throw isUsed
        ? new TransactionReplacedError(attempted, txHash, undefined)
        : new TransactionUnconfirmedError(attempted, txHash, lastFailure)
    // The longer it takes, the less often.
    waitMs = Math.max(pollingInterval, Math.min(elapsedMs / 10, 4_000))
    let seen: Seen
    try {
      seen = await withDeadline(look, { timeoutMs: timeoutMs - elapsedMs, signal })
    } catch (error) {
      lastFailure = withoutSecrets(error)
      continue
    }
    const { receipt } = seen
    isUsed = seen.isUsed
    if (receipt === undefined) continue
    if (isUsed) throw new TransactionReplacedError(attempted, txHash, receipt.transactionHash)
    if (receipt.status === 'reverted') throw new TransactionRevertedError(attempted, receipt.transactionHash)
    return receipt
  }
}

/** On a slow chain the next block may come at any moment. */
const mostFirstWaitMs = 2_000

/**
 * The receipt, of a final block unless it is one of success, and whether another transaction than the one that is waited for, or one
 * that does the same, used its nonce.
 */
type Seen = { receipt?: TransactionReceipt | undefined; isUsed: boolean }

/**
 * Looks for a transaction or for what took its place, each time it is called.
 *
 * Only a nonce tells that another transaction took the place of this one: the same call may have been made before, or twice. And
 * only a call that is known tells that the other one does something else: not by the caller alone, since a wallet may wrap what it
 * is asked for, but also as a node showed it.
 */
function follow(
  client: ReadClient,
  txHash: Hash,
  { sender, nonce, chainId, isSame, isHarmless }: Omit<ReceiptOptions, keyof WaitOptions>,
): () => Promise<Seen> {
  let chain = chainId
  let made: RpcTransaction | undefined
  const receiptOf = async (hash: Hash) => {
    try {
      const receipt = await getTransactionReceipt(client, { hash })
      return isWhole(receipt) ? receipt : undefined
    } catch (error) {
      if (causesOf(error).some(({ name }) => name === 'TransactionReceiptNotFoundError')) return undefined
      throw error
    }
  }
  const itself = () => client.request({ method: 'eth_getTransactionByHash', params: [txHash] })
  const look = async (): Promise<Seen> => {
    const receipt = await receiptOf(txHash)
    if (receipt !== undefined) return { receipt, isUsed: false }
    // A caller that names nonce and call has signed the transaction itself.
    if (nonce === undefined || isSame === undefined) made ??= (await itself()) ?? undefined
    const from = sender ?? made?.from
    const used = nonce ?? (made && Number(made.nonce))
    // A transaction of another account carries this one: that account may carry it by its next one as well.
    if (from === undefined || used === undefined || (made && !isAddressEqual(made.from, from))) return { isUsed: false }
    const count = Number(await client.request({ method: 'eth_getTransactionCount', params: [from, 'latest'] }))
    if (count <= used) return { isUsed: false }
    const other = await searchNonce(client, from, BigInt(used)).catch(whereForgotten)
    // Counted, and its block is not shown yet: the transaction itself may be in it.
    if (other === 'free') return { isUsed: false }
    // A node that has forgotten past states may still have the block of the transaction itself.
    if (other === undefined ? (await itself())?.blockNumber : other.hash.toLowerCase() === txHash.toLowerCase())
      return { isUsed: false }
    if (other === undefined || (made ?? isSame) === undefined) return { isUsed: true }
    // A block that was just taken back, or a node that is behind, has none.
    const taken = await receiptOf(other.hash)
    const isAsGood = isSame?.(other) === true || (made !== undefined && isSameAs(made)(other))
    return { receipt: taken, isUsed: taken === undefined || !isAsGood }
  }
  return async () => {
    chain ??= await chainIdOf(client)
    const seen = await look()
    const { receipt, isUsed } = seen
    const hasHappened = !isUsed && receipt?.status === 'success'
    // Its own hash covers its chain.
    if (hasHappened && receipt.transactionHash === txHash) return seen
    const isEarly = hasHappened || (isHarmless && !isUsed)
    if (receipt !== undefined && !isEarly && (await readFinalBlock(client, chain)) < receipt.blockNumber)
      throw new Error(`Block ${receipt.blockNumber} is not final yet.`)
    // A wallet's own provider may have changed its network meanwhile.
    if (receipt !== undefined || isUsed) await assertReads(client, chain)
    return seen
  }
}

/**
 * Reads a failed search as "unknown" only where the node itself said so, with an error code, as one without old states does. Silence,
 * or a block that the node lacks, leaves the question to the next look.
 */
function whereForgotten(error: unknown): undefined {
  if (isInconclusive(error) || !('code' in Object(error))) throw error
}

/** Whether a receipt says in which block, with which outcome and with which logs: viem has `null` for what a node left out. */
function isWhole({ blockNumber, status, logs }: TransactionReceipt): boolean {
  return blockNumber !== null && Boolean(status && logs)
}

/**
 * The newest block that is not taken back: on chains of ours by the depth that their events are read again to, which is zero on the
 * primary chain, and on chains that are not in the table by what the node says.
 *
 * @returns Below zero where there is none.
 */
export async function readFinalBlock(client: ReadClient, chainId: number): Promise<bigint> {
  const depth = deploymentFor(chainId)?.reorgDepthBlocks
  const tag = depth === undefined ? 'finalized' : 'latest'
  const block = await client.request({ method: 'eth_getBlockByNumber', params: [tag, false] })
  return BigInt(block?.number ?? -1) - BigInt(depth ?? 0)
}

/** Whether another transaction makes the same call. */
export function isSameAs(call: MinedCall): (other: MinedCall) => boolean {
  const textOf = ({ to, input, value }: MinedCall) => [to, input, BigInt(value)].join().toLowerCase()
  return (other) => textOf(other) === textOf(call)
}

type MinedCall = Parameters<NonNullable<ReceiptOptions['isSame']>>[0]
