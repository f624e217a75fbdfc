import type { Hex } from 'viem'
import type { ReadClient } from '../chain/clients.js'
import { accelerateByExplorer } from '../chain/explorerApi/accelerate.js'
import type { ExplorerOptions } from '../chain/explorerApi/options.js'
import { EventIndex, type EventIndexOptions, type EventIndexSource } from '../chain/logs/eventIndex.js'
import { chainIdOf } from '../chain/network.js'
import { deploymentFor } from '../chain/registry.js'
import { InvalidInputError } from '../errors/input.js'
import type { AccountCreation, CreationScope } from './accountCreation.js'
import { creationDecoder, parseHash, parseScope, queryOf } from './internal/creationLogs.js'

/**
 * The boxes that the chain's factories have made, by owner hash: read once, then only what is new; with a store also
 * across restarts. Retired factories count too, since their boxes are still live.
 *
 * A factory makes a box for any named owner, so that a box is here says whose it is, not who asked for it: money belongs
 * only into one whose whole policy is what is expected.
 *
 * @example
 * const index = new AccountOwnerIndex({ client: publicClient })
 * await index.sync()
 * for (const box of index.boxesOf(ownerHash(account.address))) console.log(box.account, box.target)
 */
export class AccountOwnerIndex {
  readonly #ownerHashes: ReadonlySet<Hex> | undefined
  readonly #index: EventIndex<AccountCreation>
  #byOwner: { revision: number; lists: ReadonlyMap<Hex, readonly AccountCreation[]> } | undefined

  /** @throws `InvalidAddressError`, {@link InvalidInputError} for an empty list and for what is not a hash. */
  constructor({ client, factories, ownerHashes, fromBlock, explorer, ...reading }: AccountOwnerIndexOptions) {
    const scope = parseScope({ factories, ownerHashes, fromBlock })
    this.#ownerHashes = scope.ownerHashes && new Set(scope.ownerHashes)
    this.#index = new EventIndex(client, () => findSource(client, scope, explorer), reading)
  }

  /** Whether the last {@link sync} came to the chain's head. Until then boxes may be missing. */
  get complete(): boolean {
    return this.#index.complete
  }

  /** No box made up to here is missing; `undefined` before anything is read. */
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
   * Boxes of an owner, oldest first. What is known so far: look at `complete` too.
   *
   * @throws {@link InvalidInputError} for what is not a hash, and for an owner that the index leaves out.
   */
  boxesOf(ownerHash: Hex): readonly AccountCreation[] {
    const wanted = parseHash('ownerHash', ownerHash)
    if (this.#ownerHashes && !this.#ownerHashes.has(wanted))
      throw new InvalidInputError('ownerHash', `The index does not read the boxes of ${wanted}.`, [
        'Name the hash in `ownerHashes`, or leave `ownerHashes` out.',
      ])
    const { revision, records } = this.#index
    if (this.#byOwner?.revision !== revision) this.#byOwner = { revision, lists: groupByOwner(records) }
    return this.#byOwner.lists.get(wanted) ?? []
  }
}

/** What an index of boxes reads. */
export type AccountOwnerIndexOptions = EventIndexOptions &
  CreationScope & {
    client: ReadClient
    /** Reads the first, long stretch from the chain's explorer, where its index is close to the head. Its word is taken for
     * what it leaves out.
     * @default none: all logs come from the chain */
    explorer?: ExplorerOptions | undefined
  }

async function findSource(
  client: ReadClient,
  scope: CreationScope,
  explorer: ExplorerOptions | undefined,
): Promise<EventIndexSource<AccountCreation>> {
  const chainId = await chainIdOf(client)
  const query = queryOf(chainId, scope)
  const filter = [...[...query.address].sort(), ...[...(scope.ownerHashes ?? [])].sort()]
  return {
    ...query,
    key: ['AccountCreated', chainId, ...filter].join(':').toLowerCase(),
    reorgDepthBlocks: deploymentFor(chainId)?.reorgDepthBlocks ?? 0,
    decode: creationDecoder(query.address),
    ...(explorer && {
      accelerate: (fromBlock, signal) =>
        accelerateByExplorer({ ...query, fromBlock }, { ...explorer, chainId, client, signal }),
    }),
  }
}

function groupByOwner(records: readonly AccountCreation[]): ReadonlyMap<Hex, readonly AccountCreation[]> {
  const lists = new Map<Hex, AccountCreation[]>()
  for (const record of records) {
    const list = lists.get(record.ownerHash)
    if (list === undefined) lists.set(record.ownerHash, [record])
    else list.push(record)
  }
  return lists
}
