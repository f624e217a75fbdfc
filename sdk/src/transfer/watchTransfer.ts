import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, encodeEventTopics, type Log, numberToHex } from 'viem'
import { getBlockNumber } from 'viem/actions'
import type { ReadClient } from '../chain/clients.js'
import { deploymentOf } from '../chain/network.js'
import { pause } from '../chain/sleep.js'
import { getTransfer } from './getTransfer.js'
import { assertTransferId, contractOf, eventsOf } from './internal/contract.js'
import type { ReleaseRequest } from './ReleaseRequestIndex.js'
import { isTerminal } from './status.js'
import type { ProtectedTransfer } from './types.js'

/** Whom to tell, and where to look. */
export type WatchTransferOptions = {
  /** Called with the transfer after every change, in the order in which the chain made them. */
  onUpdate: (transfer: ProtectedTransfer) => void
  /** Called when the holder of its link asks to be paid: `check` whom, then `release`. It changes nothing about the transfer. */
  onReleaseRequest?: ((request: ReleaseRequest) => void) | undefined
  /**
   * The transfer as it was read before: what has changed until the first look is then reported, as one change.
   * @default what the first look finds
   */
  known?: ProtectedTransfer | undefined
  /** Overrides the registry's transfer contract. */
  contractAddress?: Address | undefined
  /** Called when the node does not answer, or a callback throws; watching goes on and misses nothing. */
  onError?: ((error: unknown) => void) | undefined
  /** Default: the chain's block time, between 250 and 4000. */
  pollingIntervalMs?: number | undefined
}

/**
 * Watches one transfer from now on, by its events, so that no change is missed between two looks. Also one that does
 * not exist yet. Where the chain takes a change back, the transfer is reported as it is then. Stops by itself once the
 * transfer is settled, in a block that is not taken back any more.
 *
 * @returns A function that stops watching.
 * @throws {@link InvalidInputError} when the id is not a bigint from 1; whatever fails later goes to `onError`.
 * @example
 * const unwatch = watchTransfer(publicClient, 42n, { onUpdate: ({ status }) => console.log(status) })
 */
export function watchTransfer(publicClient: ReadClient, transferId: bigint, options: WatchTransferOptions): () => void {
  assertTransferId(transferId)
  const stop = new AbortController()
  void follow(publicClient, transferId, options, stop.signal)
  return () => stop.abort()
}

/** What can change in a transfer. */
const changing = ['status', 'attempts', 'to', 'claimHash'] as const satisfies readonly (keyof ProtectedTransfer)[]

/** What has been read of the chain, and reported. Blocks that may be taken back are read again with each new one. */
type Followed = {
  /** The transfer as of block `settledTo`, which stays. */
  settled: ProtectedTransfer
  settledTo: bigint
  /** Events of later blocks that were reported, in order, each with the transfer after it. */
  reported: { id: string; blockNumber: bigint; transfer: ProtectedTransfer }[]
  /** How far later blocks have been read this time, and how many of `reported` they hold. */
  readTo: bigint
  found: number
  /** The newest block when they had all been read; `undefined` before the first time. */
  head: bigint | undefined
  /** The newest block at the first look: what had happened by then is not reported. */
  since: bigint
}

async function follow(
  client: ReadClient,
  transferId: bigint,
  options: WatchTransferOptions,
  signal: AbortSignal,
): Promise<void> {
  const { onUpdate, onError, known, contractAddress, pollingIntervalMs } = options
  const look = () => getTransfer({ publicClient: client, contractAddress }, transferId)
  let seen: Followed | undefined
  let interval = pollingIntervalMs ?? 1_000
  // Nodes refuse ranges for their length, and for the events in them, of which the holder of a link can make many.
  let atOnce = Number.POSITIVE_INFINITY
  while (!signal.aborted) {
    try {
      const deployment = await deploymentOf(client)
      interval = pollingIntervalMs ?? Math.min(Math.max(deployment.blockTimeMs, 250), 4_000)
      const contract = contractOf({ contractAddress }, deployment)
      const head = await getBlockNumber(client, { cacheTime: 0 })
      const depth = BigInt(deployment.reorgDepthBlocks)
      const settledTo = head > depth ? head - depth : 0n
      if (seen === undefined) {
        const settled = await look()
        seen = { settled, settledTo, reported: [], readTo: settledTo, found: 0, head: undefined, since: head }
        if (known && !signal.aborted && changing.some((field) => known[field] !== settled[field])) onUpdate(settled)
      } else if (seen.head === undefined || head > seen.head) {
        if (head > seen.readTo) {
          const fromBlock: bigint = seen.readTo + 1n
          const blocks = Math.min(atOnce, deployment.logRangeBlocks, Number(head - seen.readTo))
          const toBlock: bigint = seen.readTo + BigInt(blocks)
          atOnce = Math.max(1, Math.floor(blocks / 2))
          const logs = await transferLogs(client, contract, transferId, fromBlock, toBlock)
          atOnce = 2 * blocks
          seen.found = report(seen, eventsOf(logs, contract), transferId, options, signal)
          seen.readTo = toBlock
          if (toBlock < head) continue
        }
        const takenBack = seen.reported.length > seen.found ? await look() : undefined
        settle(seen, head, settledTo)
        if (takenBack && !signal.aborted) onUpdate(takenBack)
      }
      if (seen.head === head && seen.reported.length === 0 && isTerminal(seen.settled)) return
    } catch (error) {
      if (signal.aborted) return
      onError?.(error)
    }
    await pause(interval, signal)
  }
}

/**
 * Reports what was not reported before.
 *
 * @returns How many of the reported events have been found again, with these.
 */
function report(
  seen: Followed,
  events: ReturnType<typeof eventsOf>,
  transferId: bigint,
  { onUpdate, onReleaseRequest }: WatchTransferOptions,
  signal: AbortSignal,
): number {
  const { reported, head, since } = seen
  let { found } = seen
  for (const event of events) {
    const before = reported[found - 1]?.transfer ?? seen.settled
    const isRequest = event.eventName === 'ReleaseRequested'
    const transfer = isRequest ? before : afterEvent(before, event)
    if (transfer === undefined) continue
    const { transactionHash, topics, data } = event
    // As a node gives it, a number in hexadecimal.
    const blockNumber = BigInt(event.blockNumber)
    const id = [transactionHash, ...topics, data].join()
    const isKnown = reported[found]?.id === id
    // Another block has taken the place of the one from which the following was reported.
    if (!isKnown) reported.length = found
    // Kept first, so that a callback that throws is not called for the same event again.
    reported[found++] = { id, blockNumber, transfer }
    if (isKnown || signal.aborted || (head === undefined && blockNumber <= since)) continue
    if (isRequest) onReleaseRequest?.({ transferId, recipient: event.args.recipient, blockNumber, transactionHash })
    else onUpdate(transfer)
  }
  return found
}

/** Forgets the events of blocks that stay, and what was not found again; the next reading starts behind those blocks. */
function settle(seen: Followed, head: bigint, settledTo: bigint): void {
  const kept = seen.reported.slice(0, seen.found)
  const open = kept.findIndex(({ blockNumber }) => blockNumber > settledTo)
  const final = open === -1 ? kept.length : open
  seen.settled = kept[final - 1]?.transfer ?? seen.settled
  seen.reported = kept.slice(final)
  Object.assign(seen, { settledTo, readTo: settledTo, found: 0, head })
}

function transferLogs(
  client: ReadClient,
  address: Address,
  transferId: bigint,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<Log[]> {
  const [, id] = encodeEventTopics({
    abi: protectedTransferAbi,
    eventName: 'TransferLocked',
    args: { transferId },
  })
  return client.request({
    method: 'eth_getLogs',
    params: [{ address, topics: [null, id ?? null], fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) }],
  }) as unknown as Promise<Log[]> // Only fields that a log of a node has as well are read.
}

/** The transfer after one more event; `undefined` for an event that does not change it. */
function afterEvent(
  transfer: ProtectedTransfer,
  event: ReturnType<typeof eventsOf>[number],
): ProtectedTransfer | undefined {
  switch (event.eventName) {
    case 'TransferCreated': {
      const { sender, to, amount, deadline, claimHash, configId } = event.args
      const created = { sender, to, amount, claimHash, configId, deadline: new Date(Number(deadline) * 1000) }
      return { ...transfer, ...created, attempts: 0, status: 'PENDING' }
    }
    case 'ClaimAttemptFailed':
      return { ...transfer, attempts: event.args.attempts }
    case 'TransferLocked':
      return { ...transfer, status: 'LOCKED' }
    case 'TransferRekeyed':
      return { ...transfer, status: 'PENDING', attempts: 0, claimHash: event.args.claimHash }
    case 'TransferClaimed':
      // An open transfer learns its recipient by the claim.
      return { ...transfer, status: 'CLAIMED', to: event.args.to }
    case 'TransferCancelled':
      return { ...transfer, status: 'CANCELLED' }
    case 'TransferReclaimed':
      return { ...transfer, status: 'RECLAIMED' }
    default:
      return undefined
  }
}
