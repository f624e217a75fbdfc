import type { Address } from 'viem'
import { parseAddress } from '../chain/address.js'
import type { ReadClient } from '../chain/clients.js'
import { accelerateByExplorer } from '../chain/explorerApi/accelerate.js'
import type { ExplorerOptions } from '../chain/explorerApi/options.js'
import { EventIndex, type EventIndexOptions, type EventIndexSource } from '../chain/logs/eventIndex.js'
import { chainIdOf } from '../chain/network.js'
import { deploymentFor, requireDeployment } from '../chain/registry.js'
import type { AnnouncementSource } from './announcementSource.js'
import { announcementTopics, decodeAnnouncement } from './internal/announcementLog.js'
import { readSource } from './internal/readSource.js'
import type { IndexedAnnouncement } from './types.js'

/**
 * The stealth announcements of a chain: read once, then only what is new; with a store also across restarts.
 *
 * It reads all announcements and lets the caller look for its own, since a query for one's own would tell
 * the node which they are. Any account can announce anything: malformed logs are left out, and the content of the
 * others is unverified until {@link discoverStealthBoxes} checks it.
 *
 * @example
 * const index = new AnnouncementIndex({ client: publicClient })
 * await index.sync()
 * const find = (keys: ViewingKeys) => recognizeAnnouncements(keys, index.announcements())
 */
export class AnnouncementIndex {
  readonly #index: EventIndex<IndexedAnnouncement>
  #announcer: Address | undefined
  #list: { revision: number; announcements: readonly IndexedAnnouncement[] } | undefined

  /** @throws `InvalidAddressError` */
  constructor({ client, announcer, fromBlock, source, explorer, ...reading }: AnnouncementIndexOptions) {
    this.#announcer = announcer && parseAddress('announcer', announcer)
    this.#index = new EventIndex(
      client,
      async () => {
        const found = await findSource({ client, announcer: this.#announcer, fromBlock, source, explorer })
        this.#announcer = found.address
        return found
      },
      reading,
    )
  }

  /** The contract whose announcements these are; `undefined` while it is still to be looked up. */
  get announcer(): Address | undefined {
    return this.#announcer
  }

  /** Whether the last {@link sync} came to the chain's head. Until then announcements may be missing. */
  get complete(): boolean {
    return this.#index.complete
  }

  /** No announcement up to here is missing; `undefined` before anything is read. */
  get completeToBlock(): bigint | undefined {
    return this.#index.completeToBlock
  }

  /**
   * Reads on to the chain's head. Calls at the same time share one reading.
   *
   * @throws `LogsIncompleteError`: what was read stays, `completeToBlock` says how far that is, and the next call goes
   *   on from there. `UnknownChainError`, `WrongNetworkError`, `ChainUnavailableError`, and the reason of `signal` when
   *   the caller gives up.
   */
  sync(options: { signal?: AbortSignal | undefined } = {}): Promise<void> {
    return this.#index.sync(options)
  }

  /**
   * What is known so far, in chain order: look at `complete` too. Addresses and bytes are in lower case.
   *
   * @param options - `fromBlock`: leaves out what is older.
   */
  announcements({ fromBlock }: { fromBlock?: bigint | undefined } = {}): readonly IndexedAnnouncement[] {
    const { revision } = this.#index
    if (this.#list?.revision !== revision) this.#list = { revision, announcements: this.#index.records }
    const { announcements } = this.#list
    return fromBlock === undefined ? announcements : announcements.slice(firstFrom(announcements, fromBlock))
  }
}

/** What an index of announcements reads. */
export type AnnouncementIndexOptions = EventIndexOptions & {
  client: ReadClient
  /** @default the registry's announcer of the client's chain */
  announcer?: Address | undefined
  /**
   * First block to read.
   *
   * @default deploy block of the announcer
   */
  fromBlock?: bigint | undefined
  /**
   * A service that already holds the announcements. The first sync reads the older blocks from it instead of from logs, and does
   * not notice what it omits. A service that is incomplete, fails or contradicts itself is not used.
   */
  source?: AnnouncementSource | undefined
  /** Reads those blocks from the chain's explorer instead, where its index is close to the head. Omissions are not noticed either. */
  explorer?: ExplorerOptions | undefined
}

async function findSource({
  client,
  announcer,
  fromBlock,
  source,
  explorer,
}: Pick<AnnouncementIndexOptions, 'client' | 'announcer' | 'fromBlock' | 'source' | 'explorer'>): Promise<
  EventIndexSource<IndexedAnnouncement> & { address: Address }
> {
  const chainId = await chainIdOf(client)
  // On a chain the registry does not know, both must be given.
  const chain = announcer && fromBlock !== undefined ? deploymentFor(chainId) : requireDeployment(chainId)
  const address = announcer ?? requireDeployment(chainId).stealthAnnouncer
  const query = { address, topics: announcementTopics }
  return {
    ...query,
    key: ['Announcement', chainId, address].join(':').toLowerCase(),
    fromBlock: fromBlock ?? requireDeployment(chainId).deployBlocks.stealthAnnouncer,
    reorgDepthBlocks: chain?.reorgDepthBlocks ?? 0,
    decode: (event) => decodeAnnouncement(event, address),
    ...((source || explorer) && {
      accelerate: async (fromBlock, signal) => {
        const scope = { chainId, announcer: address, fromBlock }
        const page = source && (await readSource(source, scope, signal).catch(() => undefined))
        if (page !== undefined || explorer === undefined) return page
        return accelerateByExplorer({ ...query, fromBlock }, { ...explorer, chainId, client, signal })
      },
    }),
  }
}

/** Index of the first announcement of `block` or later. */
function firstFrom(announcements: readonly IndexedAnnouncement[], block: bigint): number {
  let low = 0
  let high = announcements.length
  while (low < high) {
    const middle = (low + high) >> 1
    // `middle` is below `high`, which is at most the length.
    if ((announcements[middle] as IndexedAnnouncement).blockNumber < block) low = middle + 1
    else high = middle
  }
  return low
}
