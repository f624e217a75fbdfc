import { stealthAnnouncerAbi } from '@holdfast/contracts'
import { type ReadClient, requireDeployment } from '@holdfast/sdk/chain'
import { type ChainView, type MemoryBlock, MemoryChain } from '@holdfast/testkit/MemoryChain'
import {
  type Address,
  createClient,
  custom,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  hexToNumber,
  keccak256,
  numberToHex,
  type RpcLog,
  stringToHex,
} from 'viem'
import type { ServedChain } from '../src/chains/ServedChain.js'
import type { Store } from '../src/store/Store.js'

/**
 * A chain in memory that contains announcements and nothing else, with endpoints that can lag, leave logs out and lie.
 * Blocks can be removed and replaced.
 */
export class EventChain {
  readonly id: number
  readonly startBlock: number
  /** From `startBlock` on. */
  readonly blocks: MemoryBlock[] = []
  /** Of each endpoint; tests change them. */
  readonly faults: EndpointFaults[]
  /** Requests that endpoints received, in order. */
  readonly asked: { endpoint: number; method: string }[] = []
  readonly #chain: MemoryChain
  readonly #reorgDepthBlocks: number
  readonly #logRangeBlocks: number
  #salt = 0

  constructor(options: EventChainOptions = {}) {
    this.id = options.id ?? 5042002
    this.startBlock = options.startBlock ?? 100
    this.#chain = new MemoryChain(this.id, { first: this.startBlock })
    this.faults = Array.from({ length: options.endpoints ?? 1 }, () => ({}))
    this.#reorgDepthBlocks = options.reorgDepthBlocks ?? 0
    this.#logRangeBlocks = options.logRangeBlocks ?? 50
    this.mine()
  }

  get head(): number {
    return this.startBlock + this.blocks.length - 1
  }

  /** Adds a block with a number of announcements, whose content counts up unless it is given. */
  mine(announcements = 0, options: { metadata?: Hex; key?: Hex; stealthAddress?: Address } = {}): MemoryBlock {
    const number = this.startBlock + this.blocks.length
    const parent = this.blocks.at(-1)?.hash ?? keccak256(stringToHex('before the first'))
    const hash = keccak256(stringToHex(`${parent}:${this.#salt++}`))
    const logs = Array.from({ length: announcements }, (_, index) => this.#log(number, hash, index, options))
    const block = { number, hash, parentHash: parent, timeMs: Math.floor(Date.now() / 1000) * 1000, logs }
    this.blocks.push(block)
    this.#chain.put(block)
    return block
  }

  /** Adds blocks, each with a number of announcements. */
  mineAll(counts: readonly number[]): void {
    for (const count of counts) this.mine(count)
  }

  /** Removes blocks and adds others in their place. */
  reorg(depth: number, counts: readonly number[]): void {
    this.blocks.splice(Math.max(1, this.blocks.length - depth))
    this.#chain.cut(this.head)
    this.mineAll(counts)
  }

  /** What an index must contain in the end: block, place and transaction of each announcement. */
  get expected(): readonly string[] {
    return this.blocks.flatMap(({ logs }) =>
      logs.map(({ blockNumber, logIndex, transactionHash }) =>
        [hexToNumber(blockNumber ?? '0x0'), hexToNumber(logIndex ?? '0x0'), transactionHash].join(':'),
      ),
    )
  }

  served(): ServedChain {
    const registered = requireDeployment(this.id)
    const endpoints = this.faults.map((_, index) => this.#client(index))
    const deployBlocks = {
      transfer: BigInt(this.startBlock),
      spendPolicyFactory: BigInt(this.startBlock),
      stealthAnnouncer: BigInt(this.startBlock),
    }
    return {
      id: this.id,
      deployment: {
        ...registered,
        deployBlocks,
        reorgDepthBlocks: this.#reorgDepthBlocks,
        logRangeBlocks: this.#logRangeBlocks,
      },
      client: endpoints[0] as ReadClient,
      endpoints,
      operators: endpoints.map((_, index) => `operator ${index}`),
      broadcast: async () => [],
      lastAnswerAt: () => Date.now(),
    }
  }

  #client(endpoint: number): ReadClient {
    return createClient({
      transport: custom(
        {
          request: async ({ method, params }: { method: string; params?: unknown }) =>
            this.#answer(endpoint, method, params as readonly unknown[]),
        },
        { retryCount: 0 },
      ),
    }) as unknown as ReadClient
  }

  #answer(endpoint: number, method: string, params: readonly unknown[]): unknown {
    const fault = this.faults[endpoint] ?? {}
    this.asked.push({ endpoint, method })
    if (fault.isDown) throw new Error('The endpoint is down.')
    if (method === 'eth_getBlockByNumber' && params[0] === 'latest' && fault.aheadBlocks !== undefined) {
      const [hash, parentHash] = ['ahead', 'before'].map((text) => keccak256(stringToHex(text)))
      const number = numberToHex(this.head - (fault.lagBlocks ?? 0) + fault.aheadBlocks)
      return { number, hash, parentHash, timestamp: numberToHex(Math.floor(Date.now() / 1000)) }
    }
    return this.#chain.answer(method, params, fault)
  }

  #log(
    block: number,
    hash: Hex,
    index: number,
    { metadata, key, stealthAddress }: { metadata?: Hex; key?: Hex; stealthAddress?: Address },
  ): RpcLog {
    const seed = keccak256(stringToHex(`${hash}:${index}`))
    const topics = encodeEventTopics({
      abi: stealthAnnouncerAbi,
      eventName: 'Announcement',
      args: {
        schemeId: 1n,
        stealthAddress: stealthAddress ?? `0x${seed.slice(2, 42)}`,
        caller: `0x${seed.slice(20, 60)}`,
      },
    })
    return {
      address: requireDeployment(this.id).stealthAnnouncer,
      topics: topics as [Hex, ...Hex[]],
      data: encodeAbiParameters(
        [{ type: 'bytes' }, { type: 'bytes' }],
        [key ?? `0x02${seed.slice(2)}`, metadata ?? `0x1f${seed.slice(2)}`],
      ),
      blockNumber: numberToHex(block),
      blockHash: hash,
      transactionHash: keccak256(seed),
      transactionIndex: numberToHex(index),
      logIndex: numberToHex(index),
      removed: false,
    }
  }
}

export type EventChainOptions = {
  id?: number
  startBlock?: number
  endpoints?: number
  reorgDepthBlocks?: number
  /** Highest number of blocks in one request for logs. */
  logRangeBlocks?: number
}

/** Faults of an endpoint. */
export type EndpointFaults = ChainView & {
  isDown?: boolean
  /** Names a newest block that is this far ahead and never existed. */
  aheadBlocks?: number
}

/** The stored rows of an index, written as in {@link EventChain.expected}. */
export async function rowsOf(store: Pick<Store, 'db'>): Promise<readonly string[]> {
  const rows = await store.db
    .selectFrom('announcements')
    .selectAll()
    .orderBy('block_number')
    .orderBy('log_index')
    .execute()
  return rows.map((row) => [row.block_number, row.log_index, row.transaction_hash].join(':'))
}
