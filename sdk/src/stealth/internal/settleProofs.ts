import { predictBoxAddress, spendPolicyFactoryAbi } from '@holdfast/contracts'
import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, isAddressEqual, keccak256, pad } from 'viem'
import type { ReadClient } from '../../chain/clients.js'
import { withoutSecrets } from '../../chain/failure.js'
import { ChainUnavailableError } from '../../errors/chain.js'
import type { BoxFactory } from '../boxFactory.js'
import type { BoxRecords } from '../boxRecords.js'
import type { StealthBox, StealthBoxProof, StealthKeys } from '../types.js'
import { type AccountCreation, readAccountCreations } from './accountCreations.js'
import { boxSaltCount, boxSaltOf } from './boxSalt.js'
import { parsePoint, parsePrivateKey } from './keys.js'
import { readPolicies } from './readPolicies.js'
import { shareSecret } from './sharedSecret.js'

/** A factory and the code behind its boxes. */
type Maker = { address: Address; implementation: Address }

/** Where and by what boxes are proved. */
export type ProofScope = {
  factories: readonly BoxFactory[]
  /** No known factory has made a box before. */
  fromBlock: bigint
  /** The factories' records, where they are kept; else they are read when they are needed. */
  records?: BoxRecords | undefined
  signal?: AbortSignal | undefined
}

/**
 * Settles what the chain says of announced boxes; see `StealthBoxProof`.
 *
 * The proof `salt` takes no log: the address of a box commits to factory, code, owner, salt and policy, and only the
 * announcer can have known the salt. Until the box exists: its creation publishes the salt, and from then on any caller can
 * make another box with it, under another policy. So where several boxes have the same salt, the one that was made first
 * keeps the proof. That, and the proof `owner`, are read from the factories' own records.
 *
 * @param boxes - In the order of their announcements, each once.
 * @returns The same boxes, with `proof`, and with a label only where the proof is `salt`.
 * @throws `ChainUnavailableError`, `LogsIncompleteError`
 */
export async function settleProofs(
  client: ReadClient,
  boxes: readonly StealthBox[],
  viewingKey: StealthKeys['viewingKey'],
  { factories, fromBlock, records: kept, signal }: ProofScope,
): Promise<StealthBox[]> {
  if (boxes.length === 0) return []
  const accounts = boxes.map(({ box }) => box)
  const [policies, makers] = await Promise.all([
    readPolicies(client, accounts, signal),
    Promise.all(factories.map((factory) => findMaker(client, factory))),
  ])
  const saltsOf = saltReader(viewingKey)
  const suspects = boxes.map((box): Suspect => {
    const answer = policies.get(box.box)
    const ownerHash = keccak256(pad(box.stealthAddress))
    // Who does not even claim to be for this owner needs no disproof.
    if (answer?.ownerHash !== ownerHash) return { box, ownerHash }
    const isMadeWith = (salt: Hex) =>
      makers.some((maker) => maker && predictBoxAddress(maker, { ...answer, salt }) === box.box)
    return { box, ownerHash, claim: saltsOf(box.ephemeralPubKey).find(isMadeWith) ?? 'unsalted' }
  })

  const doubtful = new Set(suspects.filter(({ claim }) => claim === 'unsalted').concat(contested(suspects)))
  // Records that are at hand are worth a look even where nothing else asks for it: not every copy is announced with its
  // original.
  const questioned = kept ? suspects.filter(({ claim }) => claim !== undefined) : [...doubtful]
  const records = await readRecords(client, questioned, { factories, fromBlock, records: kept, signal })
  return suspects.map((suspect) => {
    const { box, ownerHash, claim } = suspect
    if (claim === undefined) return proved(box, 'none')
    const first = records.firstBySalt.get(identity(claim, ownerHash))
    if (!doubtful.has(suspect)) return proved(box, first === undefined || first === box.box ? 'salt' : 'owner')
    if (!records.made.has(identity(box.box, ownerHash))) return proved(box, 'none')
    return proved(box, first === box.box ? 'salt' : 'owner')
  })
}

/** An announced box, and what it claims by its own words and its address: the owner, and the salt it was made with. */
type Suspect = { box: StealthBox; ownerHash: Hex; claim?: Hex | 'unsalted' | undefined }

/** The suspects whose salt another one has too. */
function contested(suspects: readonly Suspect[]): readonly Suspect[] {
  const counts = new Map<string, number>()
  for (const { claim = 'unsalted' } of suspects) counts.set(claim, (counts.get(claim) ?? 0) + 1)
  return suspects.filter(({ claim = 'unsalted' }) => claim !== 'unsalted' && (counts.get(claim) ?? 0) > 1)
}

async function readRecords(
  client: ReadClient,
  suspects: readonly Suspect[],
  { factories, fromBlock, records, signal }: Pick<ProofScope, 'factories' | 'fromBlock' | 'records' | 'signal'>,
): Promise<{ made: ReadonlySet<string>; firstBySalt: ReadonlyMap<string, Address> }> {
  const made = new Set<string>()
  const firstBySalt = new Map<string, Address>()
  if (suspects.length === 0 || factories.length === 0) return { made, firstBySalt }
  const query = {
    factories: factories.map(({ address }) => address),
    ownerHashes: [...new Set(suspects.map(({ ownerHash }) => ownerHash))],
    fromBlock,
  }
  const creations = records ? await findKept(records, query, signal) : await readAccountCreations(client, query, signal)
  for (const { account, ownerHash, salt } of creations) {
    made.add(identity(account, ownerHash))
    const key = identity(salt, ownerHash)
    if (!firstBySalt.has(key)) firstBySalt.set(key, account)
  }
  return { made, firstBySalt }
}

async function findKept(
  records: BoxRecords,
  { factories, ownerHashes }: { factories: readonly Address[]; ownerHashes: readonly Hex[] },
  signal: AbortSignal | undefined,
): Promise<readonly AccountCreation[]> {
  await records.sync({ signal })
  return ownerHashes.flatMap((ownerHash) =>
    records
      .boxesOf(ownerHash)
      .filter(({ factory }) => factories.some((known) => isAddressEqual(known, factory)))
      .map(({ account, salt }) => ({ account, ownerHash, salt })),
  )
}

function identity(what: string, ownerHash: Hex): string {
  return `${what}:${ownerHash}`
}

function proved(box: StealthBox, proof: StealthBoxProof): StealthBox {
  return { ...box, proof, label: proof === 'salt' ? box.label : '' }
}

/** The salts that payer and recipient share, each ephemeral key's computed once. */
function saltReader(viewingKey: StealthKeys['viewingKey']): (ephemeralPubKey: Hex) => readonly Hex[] {
  const viewing = parsePrivateKey('viewingKey', viewingKey)
  const known = new Map<Hex, readonly Hex[]>()
  return (ephemeralPubKey) => {
    const salts = known.get(ephemeralPubKey)
    if (salts !== undefined) return salts
    const secret = shareSecret(viewing, parsePoint('ephemeralPubKey', ephemeralPubKey))
    const all = secret ? Array.from({ length: boxSaltCount }, (_, index) => boxSaltOf(secret.hash, index)) : []
    known.set(ephemeralPubKey, all)
    return all
  }
}

/** A factory and the code behind its boxes; `undefined` where the chain has no such factory. */
async function findMaker(client: ReadClient, factory: BoxFactory): Promise<Maker | undefined> {
  const { address, implementation } = factory
  if (implementation !== undefined) return { address, implementation }
  const abi = spendPolicyFactoryAbi
  try {
    const data = encodeFunctionData({ abi, functionName: 'implementation' })
    const answer = await client.request({ method: 'eth_call', params: [{ to: address, data }, 'latest'] })
    if (answer === '0x') return undefined
    return { address, implementation: decodeFunctionResult({ abi, functionName: 'implementation', data: answer }) }
  } catch (error) {
    throw new ChainUnavailableError(`asking the factory ${address} for its implementation`, withoutSecrets(error))
  }
}
