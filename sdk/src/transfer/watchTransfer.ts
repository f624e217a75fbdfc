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
  /** Overrides the registry's transfer contract. */
  contractAddress?: Address | undefined
  /** Called when the node does not answer; watching goes on and misses nothing. */
  onError?: ((error: unknown) => void) | undefined
  /** Default: the chain's block time, between 250 and 4000. */
  pollingIntervalMs?: number | undefined
}

/**
 * Watches one transfer from now on, by its events, so that no change is missed between two looks. Also one that does
 * not exist yet. Stops by itself once the transfer is settled.
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
  { onUpdate, onReleaseRequest, onError, contractAddress, pollingIntervalMs }: WatchTransferOptions,
  signal: AbortSignal,
): Promise<void> {
  let seen: { transfer: ProtectedTransfer; blockNumber: bigint } | undefined
  let interval = pollingIntervalMs ?? 1_000
  // Nodes refuse ranges for their length, and for the events in them, of which the holder of a link can make many.
  let atOnce = Number.POSITIVE_INFINITY
  while (!signal.aborted) {
    try {
      const deployment = await deploymentOf(client)
      interval = pollingIntervalMs ?? Math.min(Math.max(deployment.blockTimeMs, 250), 4_000)
      const contract = contractOf({ contractAddress }, deployment)
      const head = await getBlockNumber(client, { cacheTime: 0 })
      if (seen === undefined) {
        seen = { blockNumber: head, transfer: await getTransfer({ publicClient: client, contractAddress }, transferId) }
      } else if (head > seen.blockNumber) {
        const fromBlock: bigint = seen.blockNumber + 1n
        const blocks = Math.min(atOnce, deployment.logRangeBlocks, Number(head - seen.blockNumber))
        const toBlock: bigint = seen.blockNumber + BigInt(blocks)
        atOnce = Math.max(1, Math.floor(blocks / 2))
        const logs = await transferLogs(client, contract, transferId, fromBlock, toBlock)
        atOnce = 2 * blocks
        let { transfer }: { transfer: ProtectedTransfer } = seen
        for (const event of eventsOf(logs, contract)) {
          if (event.eventName === 'ReleaseRequested' && !signal.aborted) {
            const { recipient } = event.args
            const { blockNumber, transactionHash } = event
            onReleaseRequest?.({ transferId, recipient, blockNumber, transactionHash })
          }
          const next = afterEvent(transfer, event)
          if (next === undefined || signal.aborted) continue
          transfer = next
          onUpdate(transfer)
        }
        seen = { transfer, blockNumber: toBlock }
        if (toBlock < head) continue
        if (isTerminal(transfer)) return
      } else if (head === seen.blockNumber && isTerminal(seen.transfer)) return
    } catch (error) {
      if (signal.aborted) return
      onError?.(error)
    }
    await pause(interval, signal)
  }
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
