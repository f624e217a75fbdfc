import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, encodeEventTopics, type Hash } from 'viem'
import type { ReadClient } from '../chain/clients.js'
import { eventDecoder } from '../chain/logs/eventDecoder.js'
import { EventIndex, type EventIndexOptions, type EventIndexSource } from '../chain/logs/eventIndex.js'
import { deploymentOf } from '../chain/network.js'
import { InvalidInputError } from '../errors/input.js'
import { assertBatchSize } from './internal/batch.js'
import { assertTransferId, contractOf } from './internal/contract.js'

/**
 * The holder of a payment link asks to be paid at an address: under claim mode `KEY_RELEASE` the sender decides. The request is
 * signed with the claim key of the link, so it proves that its author has the link, and nothing about the address.
 */
export type ReleaseRequest = {
  transferId: bigint
  /** The address that a release would pay. Let the firewall check it. */
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
  /** Only requests for these, 1 to 100. Other requests are then neither read nor stored. Default: all. */
  transferIds?: readonly bigint[] | undefined
}

/**
 * Requests for the release of open transfers, from the events of the transfer contract. Only the holder of the claim key of a
 * transfer can cause such an event.
 *
 * The first `sync` reads all events, later ones only new events; with a store, this holds across restarts.
 *
 * @example
 * const index = new ReleaseRequestIndex({ client: publicClient })
 * await index.sync()
 * for (const { recipient } of index.requestsOf(42n)) console.log(await check(sender, recipient, { client: publicClient }))
 */
export class ReleaseRequestIndex {
  readonly #index: EventIndex<ReleaseRequest>
  readonly #transferIds: readonly bigint[] | undefined
  #sorted: { revision: number; byId: ReadonlyMap<bigint, readonly ReleaseRequest[]> } | undefined

  /** @throws `InvalidInputError` where `transferIds` is empty, has more than 100 entries, or one that is not an id. */
  constructor({ client, contractAddress, fromBlock, transferIds, ...reading }: ReleaseRequestIndexOptions) {
    if (transferIds !== undefined) {
      assertBatchSize('transferIds', transferIds)
      for (const transferId of transferIds) assertTransferId(transferId)
    }
    this.#transferIds = transferIds && [...transferIds]
    const scope = { contractAddress, fromBlock, transferIds: this.#transferIds }
    this.#index = new EventIndex(client, () => findSource(client, scope), reading)
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
   * Requests for one transfer, oldest first, each recipient once. Covers what has been read so far; check `complete` too. The holder
   * of a link can request thousands of addresses, one transaction each; {@link requestsAtEnds} returns at most eight.
   *
   * @throws `InvalidInputError`, also for an id that is not among `transferIds`.
   */
  requestsOf(transferId: bigint): readonly ReleaseRequest[] {
    assertTransferId(transferId)
    if (this.#transferIds && !this.#transferIds.includes(transferId))
      throw new InvalidInputError('transferId', `The index reads no requests for transfer ${transferId}.`)
    const { revision } = this.#index
    if (this.#sorted?.revision !== revision) this.#sorted = { revision, byId: sortById(this.#index.records) }
    return this.#sorted.byId.get(transferId) ?? []
  }

  /**
   * The first four and the last four of {@link requestsOf}, to be checked and shown: a flood of requests hides neither the
   * first nor the last ones.
   *
   * @throws As `requestsOf`.
   */
  requestsAtEnds(transferId: bigint): readonly ReleaseRequest[] {
    const all = this.requestsOf(transferId)
    return all.length <= 2 * atEnds ? all : [...all.slice(0, atEnds), ...all.slice(-atEnds)]
  }
}

/** Requests that are shown from each end of a long list. */
const atEnds = 4

function sortById(requests: readonly ReleaseRequest[]): ReadonlyMap<bigint, readonly ReleaseRequest[]> {
  const found = new Map<bigint, Map<Address, ReleaseRequest>>()
  for (const request of requests) {
    const { transferId, recipient } = request
    const known = found.get(transferId) ?? new Map<Address, ReleaseRequest>()
    if (!known.has(recipient)) known.set(recipient, request)
    found.set(transferId, known)
  }
  return new Map([...found].map(([transferId, byRecipient]) => [transferId, [...byRecipient.values()]]))
}

async function findSource(
  client: ReadClient,
  {
    contractAddress,
    fromBlock,
    transferIds,
  }: Pick<ReleaseRequestIndexOptions, 'contractAddress' | 'fromBlock' | 'transferIds'>,
): Promise<EventIndexSource<ReleaseRequest>> {
  const deployment = await deploymentOf(client)
  const address = contractOf({ contractAddress }, deployment)
  const decode = eventDecoder(protectedTransferAbi, 'ReleaseRequested')
  return {
    key: ['ReleaseRequested', deployment.id, address, ...(transferIds ?? [])].join(':').toLowerCase(),
    address,
    topics: encodeEventTopics({
      abi: protectedTransferAbi,
      eventName: 'ReleaseRequested',
      ...(transferIds && { args: { transferId: [...transferIds] } }),
    }),
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
