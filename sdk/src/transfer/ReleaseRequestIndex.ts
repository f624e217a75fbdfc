import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, encodeEventTopics, type Hash, type Hex } from 'viem'
import type { ReadClient } from '../chain/clients.js'
import { eventDecoder } from '../chain/logs/eventDecoder.js'
import { EventIndex, type EventIndexOptions, type EventIndexSource } from '../chain/logs/eventIndex.js'
import { deploymentOf } from '../chain/network.js'
import { assertTransferId, contractOf } from './internal/contract.js'

/** The holder of a link under `KEY_RELEASE` asks to be paid. The claim key has signed it, which does not vouch for the recipient. */
export type ReleaseRequest = {
  transferId: bigint
  /** Whom a release would pay. Let the firewall judge it. */
  recipient: Address
  blockNumber: bigint
  transactionHash: Hash
}

/** What an index of release requests reads. */
export type ReleaseRequestIndexOptions = EventIndexOptions & {
  client: ReadClient
  /** Overrides the deployed transfer contract. */
  contractAddress?: Address | undefined
  /** @default deploy block of the transfer contract */
  fromBlock?: bigint | undefined
}

/**
 * Who asks for the release of open transfers, from the events of the transfer contract. Only the claim key of a transfer can
 * have signed such an event.
 *
 * Reads once, then only what is new; with a store also across restarts.
 *
 * @example
 * const index = new ReleaseRequestIndex({ client: publicClient })
 * await index.sync()
 * for (const { recipient } of index.requestsOf(42n)) console.log(await check(sender, recipient, { client: publicClient }))
 */
export class ReleaseRequestIndex {
  readonly #index: EventIndex<ReleaseRequest>

  constructor({ client, contractAddress, fromBlock, ...reading }: ReleaseRequestIndexOptions) {
    this.#index = new EventIndex(client, () => findSource(client, contractAddress, fromBlock), reading)
  }

  /** Whether the last {@link sync} came to the chain's head. Until then requests may be missing. */
  get complete(): boolean {
    return this.#index.complete
  }

  /** No request up to here is missing; `undefined` before anything is read. */
  get completeToBlock(): bigint | undefined {
    return this.#index.completeToBlock
  }

  /**
   * Reads on to the chain's head.
   *
   * @throws `LogsIncompleteError`: what was read stays, and the next call goes on from there. `UnknownChainError`,
   *   `ChainUnavailableError`, and the reason of `signal` when the caller gives up.
   */
  sync(options: { signal?: AbortSignal | undefined } = {}): Promise<void> {
    return this.#index.sync(options)
  }

  /**
   * Requests for one transfer, oldest first, each recipient once. What is known so far: look at `complete` too.
   *
   * @throws `InvalidInputError`
   */
  requestsOf(transferId: bigint): readonly ReleaseRequest[] {
    assertTransferId(transferId)
    const found = new Map<Address, ReleaseRequest>()
    for (const request of this.#index.records)
      if (request.transferId === transferId && !found.has(request.recipient)) found.set(request.recipient, request)
    return [...found.values()]
  }
}

async function findSource(
  client: ReadClient,
  contractAddress: Address | undefined,
  fromBlock: bigint | undefined,
): Promise<EventIndexSource<ReleaseRequest>> {
  const deployment = await deploymentOf(client)
  const address = contractOf({ contractAddress }, deployment)
  const decode = eventDecoder(protectedTransferAbi, 'ReleaseRequested')
  return {
    key: ['ReleaseRequested', deployment.id, address].join(':').toLowerCase(),
    address,
    topics: encodeEventTopics({ abi: protectedTransferAbi, eventName: 'ReleaseRequested' }) as Hex[],
    fromBlock: fromBlock ?? deployment.deployBlocks.transfer,
    reorgDepthBlocks: deployment.reorgDepthBlocks,
    decode(event) {
      const args = decode(event)
      if (args === undefined) return undefined
      const { blockNumber, transactionHash } = event
      const { transferId, recipient } = args
      return { transferId, recipient, blockNumber: BigInt(blockNumber), transactionHash }
    },
  }
}
