import type { Address } from 'viem'
import { parseParty } from '../chain/address.js'
import { SPEND_POLICY_FACTORY_PRIOR_ADDRESSES } from '../chain/addresses.js'
import type { ReadClient } from '../chain/clients.js'
import { chainIdOf } from '../chain/network.js'
import { type ChainDeployment, deploymentFor, requireDeployment } from '../chain/registry.js'
import { InvalidInputError } from '../errors/input.js'
import { AnnouncementIndex } from './AnnouncementIndex.js'
import type { BoxFactory } from './boxFactory.js'
import type { BoxRecords } from './boxRecords.js'
import { parsePoint, parsePrivateKey } from './internal/keys.js'
import { settleProofs } from './internal/settleProofs.js'
import { recognizeAnnouncements } from './recognizeAnnouncements.js'
import { scanAnnouncements } from './scanAnnouncements.js'
import type { IndexedAnnouncement, StealthBox, ViewingKeys } from './types.js'

/**
 * Finds the boxes that have been announced to a recipient, and settles for each what the chain proves of it.
 *
 * Any account can announce anything, so a box in the list is worth what its `proof` says. `salt`: a known factory made it, with
 * a salt that only the payer who announced it and the recipient could compute; where copies follow, the one made first
 * keeps the proof (an observer of a pending creation can be first, so have yours made out of sight). `owner`: a known factory made it for this stealth address, but any caller can have asked it to. `none`: not
 * made yet, or not a box of this owner. Only with `salt` there is a label, of the first announcement that names the box.
 *
 * Even `salt` is not a recommendation of the payer: anyone with the recipient's meta-address can make a box for them whose
 * policy pays and sweeps to its creator. Put money only into boxes whose whole policy is what you expect; `assertBoxFundable`
 * compares it.
 *
 * Keys and stealth addresses are sent nowhere: all announcements are read and sorted here. But the node is then
 * asked for the policies of the boxes found, and sees in which boxes a user at this address of the network is
 * interested. Where that is too much, let it be a node of your own.
 *
 * @param publicClient - Client of the chain.
 * @param announcer - The contract whose announcements are read.
 * @param keys - The viewing key finds; nothing here can spend.
 * @returns In the order of the announcements, each (stealth address, ephemeral key, box) once.
 * @throws `LogsIncompleteError`, `ChainUnavailableError`: a list that may lack boxes is never returned. Before any request:
 *   {@link InvalidInputError}, `InvalidAddressError`. `UnknownChainError`, `WrongNetworkError`, the reason of `signal`.
 * @example
 * const keys = deriveStealthKeys(await walletClient.signMessage({ account, message: STEALTH_KEY_MESSAGE }))
 * const boxes = await discoverStealthBoxes(publicClient, STEALTH_ANNOUNCER_ADDRESS, keys)
 * for (const { box, label } of boxes.filter(({ proof }) => proof === 'salt')) console.log(box, label)
 */
export async function discoverStealthBoxes(
  publicClient: ReadClient,
  announcer: Address,
  { viewingKey, spendingPub }: ViewingKeys,
  options: discoverStealthBoxes.Options = {},
): Promise<StealthBox[]> {
  const contract = parseParty('announcer', announcer)
  const keys = { viewingKey, spendingPub }
  parsePrivateKey('viewingKey', viewingKey)
  parsePoint('spendingPub', spendingPub)
  const given = options.factories?.map(({ address, implementation }) => ({
    address: parseParty('factories', address),
    implementation: implementation && parseParty('factories', implementation),
  }))
  assertHolds(options.index, contract)

  const { fromBlock, signal, onProgress, workers } = options
  const chainId = await chainIdOf(publicClient)
  const factories = given ?? factoriesOf(requireDeployment(chainId))
  const index = options.index ?? newIndex(publicClient, contract, options)
  await index.sync({ signal })
  assertHolds(index, contract)
  const announcements = index.announcements()
  const asked = index.announcements({ fromBlock })
  const found = await scanAnnouncements(keys, asked, {
    signal,
    workers,
    onProgress: ({ scanned }) => onProgress?.({ step: 'recognition', done: scanned, total: asked.length }),
  })

  // An older announcement that the index has says which label and which box were first.
  const boxes = recognizeAnnouncements(keys, withSameKey(announcements, found))
  const settled = await settleProofs(publicClient, boxes, viewingKey, {
    factories,
    fromBlock: deploymentFor(chainId)?.deployBlocks.spendPolicyFactory ?? 0n,
    records: options.records,
    signal,
  })
  onProgress?.({ step: 'proofs', done: boxes.length, total: boxes.length })
  const wanted = new Set(found.map(identity))
  return settled.filter((box) => wanted.has(identity(box)))
}

export declare namespace discoverStealthBoxes {
  type Options = {
    /**
     * First block in which anything can have been announced to these keys: the wallet's birthday. A copy of an older
     * announcement would pass for the original, so to go on where an earlier search ended, keep an `index` instead.
     *
     * @default deploy block of the announcer
     */
    fromBlock?: bigint | undefined
    signal?: AbortSignal | undefined
    onProgress?: ((progress: DiscoveryProgress) => void) | undefined
    /**
     * Threads that sort the announcements; 1 is the thread that calls.
     *
     * @default 1
     */
    workers?: number | undefined
    /** Announcements that are already read: they are brought up to date, not read again. */
    index?: AnnouncementIndex | undefined
    /** @default the registry's factory of the chain and those before it */
    factories?: readonly BoxFactory[] | undefined
    /**
     * Records of these factories that are already read: they are brought up to date, not read again. Any stranger can make
     * a search need them, and reading them again takes as long as reading the announcements. With them a copy is distinguished from
     * its original even where the original was announced before `fromBlock`.
     *
     * @default the records of the owners in question are read when a search needs them
     */
    records?: BoxRecords | undefined
  }
}

/** How far a search has come: in blocks for `announcements`, in announcements for `recognition`, in boxes for `proofs`. */
export type DiscoveryProgress = { step: 'announcements' | 'recognition' | 'proofs'; done: number; total: number }

function factoriesOf({ spendPolicyFactory, spendPolicyAccountImpl }: ChainDeployment): BoxFactory[] {
  const prior = SPEND_POLICY_FACTORY_PRIOR_ADDRESSES.map((address) => ({ address }))
  return [{ address: spendPolicyFactory, implementation: spendPolicyAccountImpl }, ...prior]
}

/** An index of the registry's announcer knows its address only when it has been read. */
function assertHolds(index: AnnouncementIndex | undefined, announcer: Address): void {
  if (index?.announcer === undefined || index.announcer === announcer) return
  throw new InvalidInputError('index', `The index holds the announcements of ${index.announcer}, not of ${announcer}.`)
}

function newIndex(
  client: ReadClient,
  announcer: Address,
  { fromBlock, onProgress }: discoverStealthBoxes.Options,
): AnnouncementIndex {
  return new AnnouncementIndex({
    client,
    announcer,
    fromBlock,
    onProgress: ({ fromBlock, completeToBlock, toBlock }) =>
      onProgress?.({
        step: 'announcements',
        done: Number(completeToBlock - fromBlock) + 1,
        total: Number(toBlock - fromBlock) + 1,
      }),
  })
}

function withSameKey(
  announcements: readonly IndexedAnnouncement[],
  boxes: readonly StealthBox[],
): readonly IndexedAnnouncement[] {
  const keys = new Set(boxes.map(({ ephemeralPubKey }) => ephemeralPubKey))
  return keys.size === 0 ? [] : announcements.filter(({ ephemeralPubKey }) => keys.has(ephemeralPubKey))
}

function identity({ stealthAddress, ephemeralPubKey, box }: StealthBox): string {
  return `${stealthAddress}${ephemeralPubKey}${box}`
}
