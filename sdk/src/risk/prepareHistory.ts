import type { Address } from 'viem'
import { indexEnds } from '../chain/similarity.js'
import type { HistoryRecord, SenderHistory } from './history.js'
import { lower } from './internal/lower.js'
import { type Moment, precedes } from './internal/moments.js'
import { dustBelow } from './rules/dust.js'

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

  for (const record of history.records) {
    const from = lower(record.from)
    const to = lower(record.to)
    if (from === to || (from !== sender && to !== sender)) continue
    const isOut = from === sender
    const isReal = record.canonical && record.value > 0n
    const party = partyOf(isOut ? to : from)
    if (isOut && isReal) pay(party, record)
    else {
      const bait = baitOf(record, sender, isOut)
      if (bait) party.baits = withBait(party.baits, bait)
      if (!isOut && isReal) party.received = withFirst(party.received, record)
    }
  }
  for (const { address, ...moment } of history.settled ?? []) pay(partyOf(address), { ...moment, logIndex: 0 })
  for (const address of references.contacts ?? []) partyOf(address).saved = 'contact'
  for (const address of [sender, ...(references.own ?? []), ...(references.boxes ?? [])]) partyOf(address).saved = 'own'

  const genuine = [...parties.values()].filter(isGenuine)
  const search = indexEnds(genuine)
  return {
    sender,
    complete: history.complete === true,
    size: genuine.length,
    find: (address) => parties.get(lower(address)),
    findSimilar: (address) => search(lower(address)),
  }
}

/** Addresses that a sender knows without having paid them. */
export type HistoryReferences = {
  /** Saved by the person. */
  contacts?: readonly Address[] | undefined
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
  /** How many addresses the sender really knows. */
  readonly size: number
  /** What is recorded about an address; `undefined` where nothing is. */
  readonly find: (address: Address) => Counterparty | undefined
  /** The known addresses that share six or more characters with this one, which is not among them. */
  readonly findSimilar: (address: Address) => readonly Counterparty[]
}

/** What a history holds about one address. */
export type Counterparty = {
  /** In lower case. */
  address: Address
  /** A contact, or the sender's own: an account, a box, himself. */
  saved: 'contact' | 'own' | undefined
  /** Payments he really made to it; settled protected transfers count. */
  payments: number
  /** The first of them on each chain. */
  firsts: readonly Moment[]
  /** The first real payment from it on each chain, however small. */
  received: readonly Moment[]
  /** Records that show it to the sender and are no payment of his, unless he signed them. */
  baits: readonly Bait[]
}

/** A {@link Bait} that moves nothing. */
export type ZeroValueBait = Bait & { kind: 'zero' }

/** A record that is no payment and shows an address to the sender. */
export type Bait = {
  record: HistoryRecord
  kind: 'zero' | 'counterfeit' | 'dust'
  /** Who made it: the address it shows, somebody else, or nobody knows. */
  by: 'target' | 'other' | 'unknown'
  /** Whether the record names the sender as the payer. */
  isOut: boolean
}

/** Whether the sender knows an address by his own doing. */
export function isGenuine(party: Counterparty | undefined): boolean {
  return party !== undefined && (party.payments > 0 || party.saved !== undefined)
}

/** What is known about somebody of whom nothing is recorded. */
export function stranger(address: Address): Mutable {
  return { address, saved: undefined, payments: 0, firsts: none, received: none, baits: none }
}

type Mutable = Counterparty & { firsts: Moment[]; received: Moment[]; baits: Bait[] }

/** Shared by all lists with nothing in them, of which a long history has very many. */
const none: never[] = []

function pay(party: Mutable, moment: Moment): void {
  party.payments++
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
  // What he signed himself is no bait, and nobody else can move his native coin, not even none of it.
  if (signer === sender || (isOut && record.token === null)) return undefined
  const by = signer === null ? 'unknown' : signer === lower(isOut ? record.to : record.from) ? 'target' : 'other'
  const kind = !record.canonical ? 'counterfeit' : record.value === 0n ? 'zero' : 'dust'
  return kind === 'dust' && record.value >= dustBelow(record.decimals) ? undefined : { record, kind, by, isOut }
}
