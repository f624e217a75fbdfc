import type { Address, Hash } from 'viem'

/** The lines of a corpus. Addresses are in lower case, times are Unix seconds, amounts are decimal strings. */
export type CorpusLine = CorpusMeta | CorpusWallet | CorpusEvent | CorpusQuery

/** The first line: what the rest was made from. */
export type CorpusMeta = {
  type: 'meta'
  version: number
  seed: string
  /** SHA-256 of the parameters: equal for two corpora of one kind. */
  parameters: string
  wallets: number
  /** Each wallet is followed by all its events and then by all its queries. */
  grouped: true
}

/** Whose payments are judged. */
export type CorpusWallet = {
  type: 'wallet'
  address: Address
  /** Accounts, boxes and vaults of the same person. */
  own: readonly Address[]
  contacts: readonly Address[]
  chain: number
  /** How many payees the history holds. */
  payees: number
}

/** Something that names the wallet. */
export type CorpusEvent = {
  type: 'event'
  wallet: Address
  chain: number
  block: number
  logIndex: number
  time: number
  tx: Hash
  signer: Address
  /** The contract that recorded it; null for the native coin. */
  token: Address | null
  /** As the token calls itself: proves nothing. */
  symbol: string
  decimals: number
  from: Address
  to: Address
  /** In the token's smallest unit; native coins have 18 decimals. */
  value: string
  /**
   * `settled` (a claimed protected transfer) and `announcement` (no movement at all) are read by the adapter. The other
   * kinds describe the record and must not be read by a judge.
   */
  kind: EventKind
  /** How many events the transaction has in all. */
  batch: number
  /** A native transaction that carries data. */
  data?: true
  /** The contract is one of unique tokens; `value` is then how many moved, 1. */
  nft?: true
  /** The signer of the transaction could not be read: the adapter hands on no signer. */
  unsigned?: true
}

type EventKind = 'payment' | SettledKind | 'announcement' | 'benign' | BaitKind
/** A claimed protected transfer, a bridge's mint to another address, a payment through a contract that splits it. */
type SettledKind = 'settled' | 'settled-mint' | 'settled-split'
export type BaitKind = 'zero-value' | 'counterfeit' | 'tiny' | 'native-zero' | 'nft' | 'native-data' | 'self-signed'

/** One payment to judge. */
export type CorpusQuery = {
  type: 'query'
  id: string
  sender: Address
  target: Address
  time: number
  /** P9: when the payment was checked, before the bait came; `time` is when it is sent. */
  checkTime?: number
  chain: number
  class: CorpusClass
  /** Which of several kinds inside a class. */
  variant?: string
  label: 'poisoned' | 'benign'
  /** What is the least (poisoned) or the most (benign) that may be answered. */
  expected: 'safe' | 'not-block' | 'not-safe' | 'block'
  /** Whom the payer means. */
  genuine?: Address
  /** Equal characters at the start and at the end of target and genuine. */
  p?: number
  s?: number
  baits: readonly BaitKind[]
  /** Since the target was first used; null where it never was. */
  ageHours: number | null
  transactionCount: number
  /** Whether the target has code; left out when it was not asked for. */
  isContract?: boolean
  /** Hashes of the code at addresses, null without code; left out when no node was asked. */
  codes?: Readonly<Record<Address, Hash | null>>
  /** `answers`: a provider that has the three published answers only, and no history. */
  mode?: 'answers'
  /** Sources that failed, and how. */
  faults?: readonly CorpusFault[]
}

/** A source that failed. */
type CorpusFault = {
  source: CorpusSource
  kind: CorpusFaultKind
  /** Of a cut list: the oldest records that are missing before this time (page cap), or the newest after it (lag). */
  beforeTime?: number
  afterTime?: number
}

export const CORPUS_SOURCES = [
  'history',
  'counterparties',
  'activity',
  'zeroValueTransfers',
  'verifiedRecipient',
] as const
export type CorpusSource = (typeof CORPUS_SOURCES)[number]

export const CORPUS_FAULT_KINDS = [
  'timeout',
  '429',
  '500',
  'malformed',
  'truncated',
  'behind-head',
  'page-cap',
] as const
export type CorpusFaultKind = (typeof CORPUS_FAULT_KINDS)[number]

const poisonedClasses = [
  'P1-E',
  'P1-B',
  'P1-F',
  'P2',
  'P3',
  'P4',
  'P5',
  'P6',
  'P7',
  'P8',
  'P9',
  'P10',
  'P11',
  'P12',
  'P13',
  'P14',
  'P15',
  'P16',
  'P17',
  'P18',
  'P19',
  'P20',
  'P21',
  'P22',
  'H',
  'H2',
] as const
const benignClasses = [
  'N1',
  'N2',
  'N3',
  'N4',
  'N5',
  'N6',
  'N7',
  'N8',
  'N9',
  'N10',
  'N11',
  'N12',
  'N13',
  'N14',
  'N15',
  'N16',
  'N17',
  'N18',
  'N19',
  'N20',
  'N21',
  'N22',
] as const
export const CORPUS_CLASSES = [...poisonedClasses, ...benignClasses] as const
export type CorpusClass = (typeof CORPUS_CLASSES)[number]

/** A wallet with all that names it. */
export type CorpusCase = {
  wallet: CorpusWallet
  events: readonly CorpusEvent[]
  queries: readonly CorpusQuery[]
}
