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

async function follow(
  client: ReadClient,
  transferId: bigint,
  { onUpdate, onReleaseRequest, onError, known, contractAddress, pollingIntervalMs }: WatchTransferOptions,
  signal: AbortSignal,
): Promise<void> {
  const look = () => getTransfer({ publicClient: client, contractAddress }, transferId)
  let interval = pollingIntervalMs ?? 1_000
  // Nodes refuse ranges for their length, and for the events in them, of which the holder of a link can make many.
  let atOnce = Number.POSITIVE_INFINITY
  /** The transfer as of a block that stays. Later blocks may be taken back: they are read again with each new one. */
  let settled: ProtectedTransfer | undefined
  /** Events of those blocks that were reported, in order, each with the transfer after it. */
  let reported: { id: string; block: bigint; transfer: ProtectedTransfer }[] = []
  /** How far those blocks have been read this time, and how many of `reported` they hold. */
  let readTo = 0n
  let found = 0
  /** The newest block at the first look, and when all had been read. What had happened before the first look is not reported. */
  let first = 0n
  let last: bigint | undefined

  /** Reports what was not reported before. */
  const report = (events: ReturnType<typeof eventsOf>, before: ProtectedTransfer) => {
    let place = found
    for (const event of events) {
      const current = reported[place - 1]?.transfer ?? before
      const isRequest = event.eventName === 'ReleaseRequested'
      const transfer = isRequest ? current : afterEvent(current, event)
      if (transfer === undefined) continue
      const { transactionHash, topics, data } = event
      // As a node gives it, a number in hexadecimal.
      const block = BigInt(event.blockNumber)
      const id = [transactionHash, topics, data].join()
      const isKnown = reported[place]?.id === id
      // Another block has taken the place of the one from which the following was reported.
      if (!isKnown) reported.length = place
      // Kept first, so that a callback that throws is not called for the same event again.
      reported[place++] = { id, block, transfer }
      if (isKnown || signal.aborted || (last === undefined && block <= first)) continue
      if (!isRequest) onUpdate(transfer)
      else onReleaseRequest?.({ transferId, recipient: event.args.recipient, blockNumber: block, transactionHash })
    }
    found = place
  }

  while (!signal.aborted) {
    try {
      const deployment = await deploymentOf(client)
      interval = pollingIntervalMs ?? Math.min(Math.max(deployment.blockTimeMs, 250), 4_000)
      const contract = contractOf({ contractAddress }, deployment)
      const head = await getBlockNumber(client, { cacheTime: 0 })
      const depth = BigInt(deployment.reorgDepthBlocks)
      const final = head > depth ? head - depth : 0n
      if (settled === undefined) {
        settled = await look()
        readTo = final
        first = head
        if (known && !signal.aborted && stateOf(known) !== stateOf(settled)) onUpdate(settled)
      } else if (last === undefined || head > last) {
        if (head > readTo) {
          const blocks = Math.min(atOnce, deployment.logRangeBlocks, Number(head - readTo))
          const toBlock: bigint = readTo + BigInt(blocks)
          atOnce = Math.max(1, Math.floor(blocks / 2))
          const logs = await transferLogs(client, contract, transferId, readTo + 1n, toBlock)
          atOnce = 2 * blocks
          report(eventsOf(logs, contract), settled)
          readTo = toBlock
          if (toBlock < head) continue
        }
        const takenBack = reported.length > found ? await look() : undefined
        reported.length = found
        settled = reported.findLast(({ block }) => block <= final)?.transfer ?? settled
        reported = reported.filter(({ block }) => block > final)
        readTo = final
        found = 0
        last = head
        if (takenBack && !signal.aborted) onUpdate(takenBack)
      }
      if (last === head && reported.length === 0 && isTerminal(settled)) return
    } catch (error) {
      if (signal.aborted) return
      onError?.(error)
    }
    await pause(interval, signal)
  }
}

/** What can change in a transfer. */
function stateOf({ status, attempts, to, claimHash }: ProtectedTransfer): string {
  return [status, attempts, to, claimHash].join()
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
