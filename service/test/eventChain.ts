import { stealthAnnouncerAbi } from '@holdfast/contracts'
import { type ReadClient, requireDeployment } from '@holdfast/sdk/chain'
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
 * A chain in memory that holds announcements and nothing else, with endpoints that can lag, leave out and lie. Blocks can be
 * taken back and made anew.
 */
export class EventChain {
  readonly id: number
  readonly startBlock: number
  /** From `startBlock` on. */
  readonly blocks: Block[] = []
  /** Of each endpoint, changed by tests. */
  readonly faults: EndpointFaults[]
  /** Requests that endpoints were asked, in order. */
  readonly asked: { endpoint: number; method: string }[] = []
  readonly #reorgDepthBlocks: number
  readonly #logRangeBlocks: number
  #salt = 0

  constructor(options: EventChainOptions = {}) {
    this.id = options.id ?? 5042002
    this.startBlock = options.startBlock ?? 100
    this.faults = Array.from({ length: options.endpoints ?? 1 }, () => ({}))
    this.#reorgDepthBlocks = options.reorgDepthBlocks ?? 0
    this.#logRangeBlocks = options.logRangeBlocks ?? 50
    this.mine()
  }

  get head(): number {
    return this.startBlock + this.blocks.length - 1
  }

  /** Adds a block with so many announcements, whose content counts up unless it is given. */
  mine(announcements = 0, options: { metadata?: Hex; key?: Hex; stealthAddress?: Address } = {}): Block {
    const number = this.startBlock + this.blocks.length
    const parent = this.blocks.at(-1)?.hash ?? keccak256(stringToHex('before the first'))
    const hash = keccak256(stringToHex(`${parent}:${this.#salt++}`))
    const logs = Array.from({ length: announcements }, (_, index) => this.#log(number, hash, index, options))
    const block = { number, hash, parentHash: parent, timeMs: Math.floor(Date.now() / 1000) * 1000, logs }
    this.blocks.push(block)
    return block
  }

  /** Blocks one after the other, with so many announcements each. */
  mineAll(counts: readonly number[]): void {
    for (const count of counts) this.mine(count)
  }

  /** Takes blocks back and makes others in their place. */
  reorg(depth: number, counts: readonly number[]): void {
    this.blocks.splice(Math.max(1, this.blocks.length - depth))
    this.mineAll(counts)
  }

  /** What an index has to hold in the end: block, place and transaction of each announcement. */
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
      broadcast: async () => [],
      lastAnswerAt: () => Date.now(),
    }
  }

  #client(endpoint: number): ReadClient {
    return createClient({
      transport: custom(
        {
          request: async ({ method, params }: { method: string; params?: unknown }) =>
            this.#answer(endpoint, method, params as never),
        },
        { retryCount: 0 },
      ),
    }) as unknown as ReadClient
  }

  #answer(endpoint: number, method: string, params: [Record<string, Hex> | Hex]): unknown {
    const fault = this.faults[endpoint] ?? {}
    this.asked.push({ endpoint, method })
    if (fault.isDown) throw new Error('The endpoint is down.')
    const head = this.head - (fault.lagBlocks ?? 0)
    if (method === 'eth_blockNumber') return numberToHex(head)
    if (method === 'eth_chainId') return numberToHex(this.id)
    if (method === 'eth_getBlockByNumber') {
      const asked = params[0] as Hex | 'latest'
      if (asked === 'latest' && fault.aheadBlocks !== undefined) {
        const [hash, parentHash] = ['ahead', 'before'].map((text) => keccak256(stringToHex(text)))
        const timestamp = numberToHex(Math.floor(Date.now() / 1000))
        return { number: numberToHex(head + fault.aheadBlocks), hash, parentHash, timestamp }
      }
      const number = asked === 'latest' ? head : hexToNumber(asked)
      const block = number > head ? undefined : this.blocks[number - this.startBlock]
      if (block === undefined) return null
      const { hash, parentHash, timeMs } = block
      return {
        number: numberToHex(number),
        hash,
        parentHash,
        timestamp: numberToHex(Math.floor((timeMs + (fault.timeShiftMs ?? 0)) / 1000)),
      }
    }
    if (method !== 'eth_getLogs') throw new Error(`Nobody asks for ${method} here.`)
    const { fromBlock, toBlock, topics } = params[0] as Record<string, Hex> & { topics: readonly Hex[] }
    if (topics?.[0] !== announcementTopics[0]) return []
    // As a backend behind the head answers: an empty list, and no error.
    const last = Math.min(hexToNumber(toBlock as Hex), this.head - (fault.logLagBlocks ?? 0))
    const logs = this.blocks
      .filter(({ number }) => number >= hexToNumber(fromBlock as Hex) && number <= last)
      .flatMap((block) => block.logs)
    return fault.shapeLogs ? fault.shapeLogs(logs) : logs
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
  /** Blocks that one question for logs may span. */
  logRangeBlocks?: number
}

/** A block with its announcements. */
export type Block = { number: number; hash: Hex; parentHash: Hex; timeMs: number; logs: readonly RpcLog[] }

/** What an endpoint does wrong. */
export type EndpointFaults = {
  isDown?: boolean
  /** Everything it says is this old. */
  lagBlocks?: number
  /** Names a newest block that is so far ahead and never was. */
  aheadBlocks?: number
  /** It knows the head, and leaves out the logs of so many blocks. */
  logLagBlocks?: number
  timeShiftMs?: number
  shapeLogs?: (logs: readonly RpcLog[]) => readonly RpcLog[]
}

const announcementTopics = encodeEventTopics({ abi: stealthAnnouncerAbi, eventName: 'Announcement' }) as [Hex]

/** What an index has stored, written as in {@link EventChain.expected}. */
export async function rowsOf(store: Pick<Store, 'db'>): Promise<readonly string[]> {
  const rows = await store.db
    .selectFrom('announcements')
    .selectAll()
    .orderBy('block_number')
    .orderBy('log_index')
    .execute()
  return rows.map((row) => [row.block_number, row.log_index, row.transaction_hash].join(':'))
}
