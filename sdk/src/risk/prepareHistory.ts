import type { Address } from 'viem'
import { indexEnds, sharedEnds } from '../chain/similarity.js'
import type { HistoryRecord, SenderHistory } from './history.js'
import { isStrong } from './internal/isStrong.js'
import { lower } from './internal/lower.js'
import { isBefore, type Moment, precedes } from './internal/moments.js'
import { dustBelow, inUsdc } from './rules/dust.js'
import { gradeResemblance } from './rules/resemblance.js'
import { referenceAmount } from './rules/thresholds.js'

/**
 * Reads a sender's history once, so that any number of targets can be judged against it at the same cost.
 *
 * Whom he has paid comes only from what nobody else can write: transfers of more than nothing out of his account, of
 * the native coin or of a token of the registry, whoever submitted them; settled protected transfers; and the
 * references given here. All else that names him is kept as evidence against the address it advertises.
 *
 * Takes time in proportion to the number of records.
 *
 * @example
 * const prepared = prepareHistory({ sender, records: [], complete: true }, { contacts: [recipient] })
 * prepared.size // 2: the contact, and the sender himself
 */
export function prepareHistory(history: SenderHistory, references: HistoryReferences = {}): PreparedHistory {
  const sender = lower(history.sender)
  const parties = new Map<string, Mutable>()
  const partyOf = (address: Address): Mutable => {
    const key = lower(address)
    let party = parties.get(key)
    if (!party) {
      party = stranger(key)
      parties.set(key, party)
    }
    return party
  }

  // Who has moved the sender's own money for him, and which tokens he has moved himself: an attacker has no such signer.
  const familiar = new Set<string>()
  const others: Bait[] = []
  for (const record of history.records) {
    const from = lower(record.from)
    const to = lower(record.to)
    if (from === to || (from !== sender && to !== sender)) continue
    const isOut = from === sender
    const isReal = record.canonical && record.value > 0n
    const party = partyOf(isOut ? to : from)
    if (isOut && isReal) {
      if (record.signer) familiar.add(lower(record.signer))
      pay(party, record, inUsdc(record.value, record.decimals))
      continue
    }
    if (isReal) party.income += inUsdc(record.value, record.decimals)
    const bait = baitOf(record, sender, isOut)
    if (!bait) continue
    party.baits = withBait(party.baits, bait)
    if (bait.by === 'sender' && isOut && record.token) familiar.add(lower(record.token))
    if (bait.by === 'other') others.push(bait)
  }
  for (const bait of others) {
    const { signer, token, canonical } = bait.record
    if (familiar.has(lower(signer ?? sender)) || (token && !canonical && familiar.has(lower(token))))
      bait.isFaint = true
  }
  const sends = new Map<Mutable, Moment>()
  for (const { address, amount, transferId, sentAt, ...moment } of history.settled ?? []) {
    const party = partyOf(address)
    const sent = { ...moment, logIndex: 0, timestamp: sentAt ?? moment.timestamp }
    pay(party, sent, amount ?? 0n)
    if (amount === undefined) {
      party.isSettled = true
      if (!sends.has(party)) sends.set(party, sent)
    }
  }
  for (const address of references.importedContacts ?? []) partyOf(address).isImported = true
  for (const address of references.contacts ?? []) partyOf(address).saved = 'contact'
  for (const address of [sender, ...(references.own ?? []), ...(references.boxes ?? [])]) partyOf(address).saved = 'own'

  const known = [...parties.values()].filter(isReference)
  const search = indexEnds(known)
  doubtImitations(sends, known.filter(isStrong).length, (party) => search(party.address))
  return {
    sender,
    complete: history.complete === true,
    size: known.filter(isStrong).length,
    references: known,
    find: (address) => parties.get(lower(address)),
    findSimilar: (address) => search(lower(address)),
  }
}

/** Addresses that a sender knows without having paid them. */
export type HistoryReferences = {
  /** Saved by the person. */
  contacts?: readonly Address[] | undefined
  /** Taken from another person's list, and not confirmed: soft references, which warn at most and make no address known. */
  importedContacts?: readonly Address[] | undefined
  /** Further accounts of the sender. */
  own?: readonly Address[] | undefined
  /** His boxes and vaults. */
  boxes?: readonly Address[] | undefined
}

/** A sender's history, made ready by {@link prepareHistory} for any number of checks. */
export type PreparedHistory = {
  /** In lower case. */
  readonly sender: Address
  /** As in the history. */
  readonly complete: boolean
  /** How many addresses the sender knows well: those whose imitation is blocked. */
  readonly size: number
  /** All addresses that an imitation is compared with: besides those, payees of little and addresses that only paid. */
  readonly references: readonly Counterparty[]
  /** What is recorded about an address; `undefined` where nothing is. */
  readonly find: (address: Address) => Counterparty | undefined
  /** The references that share six or more characters with this address, which is not among them. */
  readonly findSimilar: (address: Address) => readonly Counterparty[]
}

/** What a history holds about one address. Amounts are in USDC base units, those of other tokens converted roughly. */
export type Counterparty = {
  /** In lower case. */
  address: Address
  /** A contact, or the sender's own: an account, a box, himself. */
  saved: 'contact' | 'own' | undefined
  /** In a list that the person has imported and not confirmed. */
  isImported?: true | undefined
  /** A protected transfer from the sender has settled there, and it imitates no payee that is older than that send. */
  isSettled: boolean
  /** Payments he really made to it; settled protected transfers count. */
  payments: number
  /** Their sum, without protected transfers. */
  paid: bigint
  /** The first of them on each chain. */
  firsts: readonly Moment[]
  /** Sum of its payments to the sender, dust included. */
  income: bigint
  /** Records that show it to the sender and are no payment of his. */
  baits: readonly Bait[]
}

/** A {@link Bait} that moves nothing. */
export type ZeroValueBait = Bait & { kind: 'zero' }

/** A record that is no payment and shows an address to the sender. */
export type Bait = {
  record: HistoryRecord
  kind: 'zero' | 'counterfeit' | 'dust'
  /** Who signed it: the sender, the address it shows, somebody else, or unknown. */
  by: 'sender' | 'target' | 'other' | 'unknown'
  /** Whether the record names the sender as the payer. */
  isOut: boolean
  /** Common in honest histories: counts only against a target that resembles a reference. */
  isFaint: boolean
}

/** What is known about an address of which nothing is recorded. */
export function stranger(address: Address): Mutable {
  return { address, saved: undefined, isSettled: false, payments: 0, paid: 0n, firsts: none, income: 0n, baits: none }
}

type Mutable = Counterparty & { firsts: Moment[]; baits: Bait[] }

/** Shared by all lists with nothing in them, of which a long history has very many. */
const none: never[] = []

/**
 * A payer who was deceived locks money for a lookalike, and the true payee's own claim then pays it. So a settled transfer
 * verifies no address that resembles an older payee. Older is what was known before the send: a payment between send and claim
 * must not turn an imitation into the address that was there first.
 */
function doubtImitations(
  sends: ReadonlyMap<Mutable, Moment>,
  known: number,
  findSimilar: (party: Counterparty) => readonly Counterparty[],
): void {
  const sendOf = new Map([...sends].map(([{ address }, send]) => [address, send]))
  const momentsOf = (party: Counterparty) => {
    const send = sendOf.get(party.address)
    return send ? [...party.firsts, send] : party.firsts
  }
  // In order: an address that is doubted is no reason to doubt a later one.
  const parties = [...sends.keys()].sort((a, b) => (isBefore(momentsOf(a), momentsOf(b)) ? -1 : 1))
  for (const party of parties) {
    const isOlder = (other: Counterparty) =>
      other.saved === 'own' || (isStrong(other) && isBefore(momentsOf(other), momentsOf(party)))
    const isImitated = (other: Counterparty) =>
      gradeResemblance(party.address, sharedEnds(party.address, other.address), known, 0, undefined) !== 'safe'
    if (findSimilar(party).some((other) => isOlder(other) && isImitated(other))) party.isSettled = false
  }
}

/** Whether an imitation of an address is worth a word. */
function isReference(party: Counterparty): boolean {
  return party.payments > 0 || party.saved !== undefined || party.isImported === true || party.income >= referenceAmount
}

function pay(party: Mutable, moment: Moment, amount: bigint): void {
  party.payments++
  party.paid += amount
  party.firsts = withFirst(party.firsts, moment)
}

function withFirst(firsts: Moment[], moment: Moment): Moment[] {
  if (firsts === none) return [moment]
  const known = firsts.findIndex(({ chainId }) => chainId === moment.chainId)
  const first = firsts[known]
  if (first === undefined) firsts.push(moment)
  else if (precedes(moment, first)) firsts[known] = moment
  return firsts
}

function withBait(baits: Bait[], bait: Bait): Bait[] {
  if (baits === none) return [bait]
  baits.push(bait)
  return baits
}

function baitOf(record: HistoryRecord, sender: string, isOut: boolean): Bait | undefined {
  const signer = record.signer && lower(record.signer)
  const isSelfSigned = signer === sender
  // Only the sender can move his native coin, even none of it.
  if (isOut && record.token === null && !isSelfSigned) return undefined
  const by = bySigner(signer, sender, lower(isOut ? record.to : record.from))
  const kind = !record.canonical ? 'counterfeit' : record.value === 0n ? 'zero' : 'dust'
  if (kind === 'dust' && record.value >= dustBelow(record.decimals)) return undefined
  return { record, kind, by, isOut, isFaint: isSelfSigned || record.kind !== undefined }
}

function bySigner(signer: string | null, sender: string, party: string): Bait['by'] {
  if (signer === null) return 'unknown'
  return signer === sender ? 'sender' : signer === party ? 'target' : 'other'
}
