import { protectedTransferAbi } from '@holdfast/contracts'
import type { Address, Hex } from 'viem'
import { encodeEventTopics, isAddressEqual } from 'viem/utils'
import { parseAddress } from '../chain/address.js'
import type { ReadClient } from '../chain/clients.js'
import { eventDecoder } from '../chain/logs/eventDecoder.js'
import { EventIndex, type EventIndexOptions, type EventIndexSource } from '../chain/logs/eventIndex.js'
import { chainIdOf } from '../chain/network.js'
import { deploymentFor, requireDeployment } from '../chain/registry.js'
import { InvalidInputError } from '../errors/input.js'
import type { SettledRecipient } from './history/SenderHistory.js'
import { readRecipientSource, type Verified } from './internal/readRecipientSource.js'
import type { VerifiedRecipientSource } from './verifiedRecipientSource.js'

/**
 * Who has claimed a protected transfer of whom, from the events of the transfer contract.
 *
 * Such an event cannot be forged: it takes the sender's locked money and the code that only a person can pass on. So the
 * recipients are payees, though the sender's own history shows only payments to the contract. One that a deceived sender has
 * locked money for is among them; the firewall takes no imitation of an older payee for a reference.
 *
 * Reads once, then only what is new; with a store also across restarts. Where blocks can still change, the youngest are
 * read again each time.
 *
 * @example
 * const index = new VerifiedRecipientIndex({ client: publicClient, senders: [account.address] })
 * await index.sync()
 * for (const { address, timestamp } of index.recipientsOf(account.address)) console.log(address, timestamp)
 */
export class VerifiedRecipientIndex {
  readonly #senders: ReadonlySet<Address> | undefined
  readonly #index: EventIndex<Verified>
  #bySender: { revision: number; lists: ReadonlyMap<Address, readonly SettledRecipient[]> } | undefined

  /**
   * @throws `InvalidAddressError`, {@link InvalidInputError} for an empty list of senders, and for a `source` without
   *   `senders`.
   */
  constructor(options: VerifiedRecipientIndexOptions) {
    const { client, senders, contractAddress, fromBlock, source, ...reading } = options
    const parsed = senders?.map((sender) => parseAddress('senders', sender))
    if (parsed?.length === 0) throw new InvalidInputError('senders', 'An empty list of senders has no recipients.')
    if (source && !parsed)
      throw new InvalidInputError('source', 'A `source` is asked for the recipients of one sender at a time.', [
        'Name whose recipients to read in `senders`, or leave `source` out.',
      ])
    const contract = contractAddress && parseAddress('contractAddress', contractAddress)
    this.#senders = parsed && new Set(parsed)
    this.#index = new EventIndex(
      client,
      () => findSource({ ...options, contractAddress: contract, senders: parsed }),
      reading,
    )
  }

  /** Whether the last {@link sync} came to the chain's head. Until then recipients may be missing. */
  get complete(): boolean {
    return this.#index.complete
  }

  /** No recipient verified up to here is missing; `undefined` before anything is read. */
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
   * Recipients whose first protected transfer from the sender has settled, oldest first, each once. What is known so
   * far: look at `complete` too.
   *
   * @throws {@link InvalidInputError} for a sender that the index leaves out.
   */
  recipientsOf(sender: Address): readonly SettledRecipient[] {
    const wanted = parseAddress('sender', sender)
    if (this.#senders && !this.#senders.has(wanted))
      throw new InvalidInputError('sender', `The index does not read the recipients of ${wanted}.`, [
        'Name the address in `senders`, or leave `senders` out.',
      ])
    const { revision, records } = this.#index
    if (this.#bySender?.revision !== revision) this.#bySender = { revision, lists: groupBySender(records) }
    return this.#bySender.lists.get(wanted) ?? []
  }
}

/** What an index of verified recipients reads. */
export type VerifiedRecipientIndexOptions = EventIndexOptions & {
  client: ReadClient
  /** Whose recipients to read, which asks the node for far less.
   * @default all senders' */
  senders?: readonly Address[] | undefined
  /** Overrides the deployed transfer contract. */
  contractAddress?: Address | undefined
  /** @default deploy block of the transfer contract */
  fromBlock?: bigint | undefined
  /**
   * A service that knows the recipients of `senders` already: asked for the first, long stretch, which saves reading it
   * from logs. Of the registry's transfer contract only.
   *
   * Recipients it reports are verified against the chain's logs: it cannot invent one. It is trusted not to leave any
   * out, and a lookalike of one it leaves out goes unnoticed: name only one that you trust for that. One that is
   * incomplete, fails, or contradicts itself or the chain is passed over.
   */
  source?: VerifiedRecipientSource | undefined
}

async function findSource({
  client,
  contractAddress,
  senders,
  source,
  fromBlock: firstBlock,
  ...reading
}: VerifiedRecipientIndexOptions): Promise<EventIndexSource<Verified>> {
  const chainId = await chainIdOf(client)
  // On a chain the registry does not know, both must be given.
  const chain = contractAddress && firstBlock !== undefined ? deploymentFor(chainId) : requireDeployment(chainId)
  const address = contractAddress ?? requireDeployment(chainId).transferContract
  const fromBlock = firstBlock ?? requireDeployment(chainId).deployBlocks.transfer
  const decode = eventDecoder(protectedTransferAbi, 'RecipientVerified')
  const events: EventIndexSource<Verified> = {
    key: ['RecipientVerified', chainId, address, ...[...(senders ?? [])].sort()].join(':').toLowerCase(),
    address,
    topics: encodeEventTopics({
      abi: protectedTransferAbi,
      eventName: 'RecipientVerified',
      args: senders && { sender: [...senders] },
      // The indexed parameters are addresses: each topic is one value or a list of them.
    }) as (Hex | Hex[] | null)[],
    fromBlock,
    reorgDepthBlocks: chain?.reorgDepthBlocks ?? 0,
    decode(event) {
      const args = decode(event)
      if (args === undefined) return undefined
      const { blockNumber, transactionHash, timestamp } = event
      return {
        sender: args.sender,
        recipient: {
          address: args.recipient,
          blockNumber: BigInt(blockNumber),
          transactionHash,
          transferId: args.transferId,
          timestamp: timestamp === null ? null : new Date(timestamp * 1_000),
        },
      }
    },
  }
  // Of another contract a service knows nothing, and would say that none is missing.
  const isServed = chain !== undefined && isAddressEqual(chain.transferContract, address)
  if (!source || !senders || !isServed) return events
  return {
    ...events,
    accelerate: (fromBlock, signal) =>
      readRecipientSource(source, { ...events, client, chainId, senders, fromBlock }, { ...reading, signal }),
  }
}

function groupBySender(records: readonly Verified[]): ReadonlyMap<Address, readonly SettledRecipient[]> {
  const lists = new Map<Address, SettledRecipient[]>()
  for (const { sender, recipient } of records) {
    const list = lists.get(sender)
    if (list === undefined) lists.set(sender, [recipient])
    else list.push(recipient)
  }
  return lists
}
