import type { Address } from 'viem'
import { allSix, createAddressTable } from '../../chain/addressTable.js'
import { createEndIndex, sharedEnds } from '../../chain/similarity.js'
import { InvalidInputError } from '../../errors/input.js'
import { dustBelow, inUsdc } from '../grades/dust.js'
import { gradeResemblance } from '../grades/resemblance.js'
import { referenceAmount } from '../grades/thresholds.js'
import { isStrong } from './isStrong.js'
import { lower } from './lower.js'
import { compareMoments, isBefore, type Moment, precedes } from './moments.js'
import type { HistoryRecord, SenderHistory, SettledRecipient } from './SenderHistory.js'

/**
 * Reads a sender's history once, so that any number of targets can be judged against it at the same cost.
 *
 * Whom the sender has paid comes only from what no other account can write: transfers of more than nothing out of its account, of
 * the native coin or of a token of the registry, by any submitter; settled protected transfers; and the
 * references given here. All else that names the sender is kept as evidence against the address it advertises.
 *
 * Takes time in proportion to the number of records.
 *
 * @example
 * const prepared = prepareHistory({ sender, records: [], complete: true }, { contacts: [recipient] })
 * prepared.size // 2: the contact, and the sender itself
 */
export function prepareHistory(history: SenderHistory, references: HistoryReferences = {}): PreparedHistory {
  const ledger = openLedger(lower(history.sender), roomFor(history, references))
  ledger.enter(history)
  ledger.save(references)
  return prepared(ledger, history)
}

/**
 * Adds what has happened since to a prepared history, in proportion to what is added and to the number of settled protected
 * transfers. The prepared history that was passed goes on to hold what is added; use the one that is returned.
 *
 * @param more - Records and recipients that the prepared history does not hold yet, and whether the whole is complete now.
 * @throws {@link InvalidInputError} for a history that {@link prepareHistory} has not made.
 * @example
 * const before = prepareHistory({ sender, records: [], complete: true })
 * const now = extendHistory(before, { records: [], complete: true })
 */
export function extendHistory(
  history: PreparedHistory,
  more: Pick<SenderHistory, 'records' | 'settled' | 'complete' | 'unreadChains'>,
): PreparedHistory {
  const ledger = ledgers.get(history)
  if (ledger === undefined) throw new InvalidInputError('history', 'This history was not made by `prepareHistory`.')
  ledger.enter(more)
  return prepared(ledger, more)
}

type Completeness = Pick<SenderHistory, 'complete' | 'unreadChains'>

const ledgers = /* @__PURE__ */ new WeakMap<PreparedHistory, Ledger>()

function prepared(ledger: Ledger, { complete, unreadChains }: Completeness): PreparedHistory {
  const history = ledger.prepare(complete === true, unreadChains)
  ledgers.set(history, ledger)
  return history
}

/** Twelve characters: six are found again by anyone who wants a table to be slow. */
const wholeEnds = [{ first: allSix, last: allSix }]

type Ledger = ReturnType<typeof openLedger>

/** All that is known of a sender's counterparties, as it comes in. */
function openLedger(sender: Address, expected: number) {
  const parties = createAddressTable<Party>(wholeEnds, expected)
  const index = createEndIndex<Party>(expected)
  const references: Party[] = []
  /** Strong references. */
  let strong = 0
  /** Who has moved the sender's own money for it, and which tokens it has moved itself: an attacker has no such signer. */
  const familiar = new Set<string>()
  /** Records of others, by the signer and by the token that would make them faint. */
  const doubtful = new Map<string, Bait[]>()
  const sends = new Map<Party, Moment>()
  /** Whose place among the references may have changed. */
  let waiting: Party[] = []

  const find = (address: Address) => parties.find(address, (party) => party.address === address)

  function partyOf(key: Address): Party {
    let party = find(key)
    if (party === undefined) {
      party = new Party(key)
      parties.add(party)
    }
    if (!(party.notes & touched)) {
      party.notes |= touched
      waiting.push(party)
    }
    return party
  }

  function judgeOthers(others: readonly Bait[], news: ReadonlySet<string>): void {
    for (const bait of others)
      for (const key of doubtsOf(bait, sender)) {
        if (familiar.has(key)) bait.isFaint = true
        else doubtful.set(key, withOne(doubtful.get(key) ?? none, bait))
      }
    for (const key of news) {
      if (familiar.has(key)) continue
      familiar.add(key)
      for (const bait of doubtful.get(key) ?? []) bait.isFaint = true
      doubtful.delete(key)
    }
  }

  function settle({ address, amount, transferId, sentAt, ...moment }: SettledRecipient): void {
    const party = partyOf(lower(address))
    const sent = { ...moment, logIndex: 0, timestamp: sentAt ?? moment.timestamp }
    party.pay(sent, amount ?? 0n)
    if (amount === undefined) party.know(sent)
    if (amount === undefined && !sends.has(party)) sends.set(party, sent)
  }

  function weigh(party: Party): void {
    const isCounted = (party.notes & counted) !== 0
    if (isStrong(party) === isCounted) return
    strong += isCounted ? -1 : 1
    party.notes ^= counted
  }

  /** Puts those that were touched in their place among the references. */
  function list(): void {
    for (const party of waiting) {
      party.notes &= ~touched
      party.sumUp()
      weigh(party)
      if (party.notes & listed || !isReference(party)) continue
      party.notes |= listed
      references.push(party)
      index.add(party)
    }
    waiting = []
    if (sends.size === 0) return
    // Each of them is doubted again: a new record may be older than a send.
    for (const party of sends.keys()) {
      party.isSettled = true
      weigh(party)
    }
    doubtImitations(sends, strong, (party) => index.search(party.address))
    for (const party of sends.keys()) weigh(party)
  }

  return {
    save({ contacts = [], importedContacts = [], own = [], boxes = [] }: HistoryReferences): void {
      for (const address of importedContacts) partyOf(lower(address)).isImported = true
      for (const address of contacts) partyOf(lower(address)).saved = 'contact'
      for (const address of [sender, ...own, ...boxes]) partyOf(lower(address)).saved = 'own'
    },

    enter({ records, settled = [] }: Pick<SenderHistory, 'records' | 'settled'>): void {
      const news = new Set<string>()
      const others: Bait[] = []
      for (const record of records) {
        const from = lower(record.from)
        const isOut = from === sender
        const to = lower(record.to)
        if (isOut ? to === sender : to !== sender) continue
        const isReal = record.canonical && record.value > 0n
        const party = partyOf(isOut ? to : from)
        if (isOut && isReal) {
          // Most of them the sender has signed.
          if (record.signer) news.add(record.signer === record.from ? from : lower(record.signer))
          party.pay(record, inUsdc(record.value, record.decimals))
          continue
        }
        if (isReal) party.income += inUsdc(record.value, record.decimals)
        const bait = baitOf(record, sender, isOut)
        if (!bait) continue
        party.baits = withOne(party.baits, bait)
        if (bait.by === 'sender' && isOut && record.token) news.add(lower(record.token))
        if (bait.by === 'other') others.push(bait)
      }
      judgeOthers(others, news)
      settled.forEach(settle)
    },

    /** What is known by now, in a form that can be searched. */
    prepare(complete: boolean, unreadChains: readonly number[] = none): PreparedHistory {
      list()
      return {
        sender,
        complete,
        ...(!complete && unreadChains.length > 0 && { unreadChains }),
        size: strong,
        references,
        find: (address) => find(lower(address)),
        findSimilar: (address) => index.search(lower(address)),
      }
    },
  }
}

/** Most addresses that a history can name and a quarter, up to a million: more can be added before all of it moves. */
function roomFor({ records, settled = [] }: SenderHistory, references: HistoryReferences): number {
  const lists = [records, settled, ...Object.values(references)]
  const named = lists.reduce((sum, list) => sum + (list?.length ?? 0), 1)
  return Math.min(named + (named >> 2), 1_000_000)
}

/** Addresses that a sender knows without having paid them. */
export type HistoryReferences = {
  /** Saved by the person. */
  contacts?: readonly Address[] | undefined
  /** Taken from another person's list, and not confirmed: soft references, which warn at most and make no address known. */
  importedContacts?: readonly Address[] | undefined
  /** Further accounts of the sender. */
  own?: readonly Address[] | undefined
  /** The sender's boxes and vaults. */
  boxes?: readonly Address[] | undefined
}

/** A sender's history, made ready by {@link prepareHistory} for any number of checks. */
export type PreparedHistory = {
  /** In lower case. */
  readonly sender: Address
  /** As in the history. */
  readonly complete: boolean
  /** As in the history. */
  readonly unreadChains?: readonly number[] | undefined
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
  /** A contact, or the sender's own: an account, a box, itself. */
  saved: 'contact' | 'own' | undefined
  /** In a list that the person has imported and not confirmed. */
  isImported?: true | undefined
  /** A protected transfer from the sender has settled there, and it imitates no payee that is older than that send. */
  isSettled: boolean
  /** Real payments of the sender to it; settled protected transfers count. */
  payments: number
  /** Their sum, without protected transfers. */
  paid: bigint
  /** The first of them on each chain. */
  firsts: readonly Moment[]
  /** Since when it has been paid a reference's amount, on each chain, at once or in all; or a protected transfer was sent to it. */
  knownSince: readonly Moment[]
  /** Sum of its payments to the sender, dust included. */
  income: bigint
  /** Records that show it to the sender and are not a payment of the sender. */
  baits: readonly Bait[]
}

/** A {@link Bait} that moves nothing. */
export type ZeroValueBait = Bait & { kind: 'zero' }

/** A record that is not a payment and shows an address to the sender. */
export type Bait = {
  record: HistoryRecord
  kind: 'zero' | 'counterfeit' | 'dust'
  /** Who signed it: the sender, the address it shows, a third party, or unknown. */
  by: 'sender' | 'target' | 'other' | 'unknown'
  /** Whether the record names the sender as the payer. */
  isOut: boolean
  /** Common in honest histories: counts only against a target that resembles a reference. */
  isFaint: boolean
}

/** What is known about an address of which nothing is recorded. */
export function stranger(address: Address): Counterparty {
  return new Party(address)
}

/** Shared by all lists with nothing in them, of which a long history has very many. */
const none: never[] = []

/** A counterparty, and what its ledger notes of it. */
class Party implements Counterparty {
  readonly address: Address
  saved: Counterparty['saved'] = undefined
  isImported?: true | undefined
  isSettled = false
  payments = 0
  paid = 0n
  firsts: Moment[] = none
  knownSince: Moment[] = none
  income = 0n
  baits: Bait[] = none
  #notes = 0
  /** Payments of less than a reference's amount, as far as they decide when they made one. */
  #small: { moment: Moment; amount: bigint }[] = none

  constructor(address: Address) {
    this.address = address
  }

  pay(moment: Moment, amount: bigint): void {
    this.payments++
    this.paid = this.paid === 0n ? amount : this.paid + amount
    this.firsts = withFirst(this.firsts, moment)
    if (amount >= referenceAmount) this.know(moment)
    else if (amount > 0n) this.#small = withOne(this.#small, { moment, amount })
  }

  know(moment: Moment): void {
    this.knownSince = withFirst(this.knownSince, moment)
  }

  /** Finds the moment at which small payments had made a reference. */
  sumUp(): void {
    if (this.#small.length === 0 || this.paid < referenceAmount) return
    const inOrder = this.#small.sort((a, b) => compareMoments(a.moment, b.moment))
    let [sum, count] = [0n, 0]
    for (const { amount } of inOrder) {
      if (sum >= referenceAmount) break
      sum += amount
      count++
    }
    const last = inOrder[count - 1]
    if (last === undefined || sum < referenceAmount) return
    this.know(last.moment)
    this.#small = inOrder.slice(0, count)
  }

  /** What its ledger has noted: no own property, so that no copy of a counterparty has it. */
  get notes(): number {
    return this.#notes
  }
  set notes(notes: number) {
    this.#notes = notes
  }
}

/** Noted of one that is among the references. */
const listed = 1

/** Noted of one that is among the strong references. */
const counted = 2

/** Noted of one whose place among the references may have changed. */
const touched = 4

/**
 * A payer who was deceived locks money for a lookalike, and the true payee's own claim then pays it. So a settled transfer
 * verifies no address that resembles an older payee. Older is what was known before the send: a payment between send and claim
 * must not turn an imitation into the address that was there first.
 */
function doubtImitations(
  sends: ReadonlyMap<Party, Moment>,
  known: number,
  findSimilar: (party: Counterparty) => readonly Counterparty[],
): void {
  const sendOf = new Map([...sends].map(([{ address }, send]) => [address, send]))
  const momentsOf = (party: Counterparty) => {
    const send = sendOf.get(party.address)
    return send ? [...party.knownSince, send] : party.knownSince
  }
  // In order: an address that is doubted is not a reason to doubt a later one.
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

function withFirst(firsts: Moment[], moment: Moment): Moment[] {
  if (firsts === none) return [moment]
  const known = firsts.findIndex(({ chainId }) => chainId === moment.chainId)
  const first = firsts[known]
  if (first === undefined) firsts.push(moment)
  else if (precedes(moment, first)) firsts[known] = moment
  return firsts
}

/** What would make a record of another faint: its signer's being familiar, or its token's. */
function doubtsOf({ record: { signer, token, canonical } }: Bait, sender: Address): Address[] {
  const by = lower(signer ?? sender)
  return token && !canonical ? [by, lower(token)] : [by]
}

/** Adds to a list; the shared one with nothing in it becomes a new one. */
function withOne<one>(list: one[], more: one): one[] {
  if (list === none) return [more]
  list.push(more)
  return list
}

function baitOf(record: HistoryRecord, sender: string, isOut: boolean): Bait | undefined {
  const signer = record.signer && lower(record.signer)
  const isSelfSigned = signer === sender
  // Only the sender can move its native coin, even none of it.
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
