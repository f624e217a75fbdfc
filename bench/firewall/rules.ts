import type { HistoryRecord } from '@holdfast/sdk/risk'
import type { CorpusRiskInput } from '../../tools/corpus/index.js'
import type { Judge } from './judge.js'

/** Characters that two addresses have in common at the start and at the end. */
type Matches = (p: number, s: number) => boolean

/** Rules that others have published, each over the payees that we count, which is more than most of them know. */
export const PUBLISHED_RULES: readonly { name: string; by: string; matches: Matches }[] = [
  { name: '4+4', by: 'MetaMask, Safe', matches: (p, s) => p >= 4 && s >= 4 },
  { name: '3+4', by: 'the study’s floor', matches: (p, s) => p >= 3 && s >= 4 },
  { name: '4+4 or s≥7', by: 'TrueSend', matches: (p, s) => (p >= 4 && s >= 4) || s >= 7 },
  { name: 'p+s≥8', by: 'Ambire', matches: (p, s) => p + s >= 8 },
  { name: 'either end 4', by: 'Safe’s anchors', matches: (p, s) => p >= 4 || s >= 4 },
]

/** The rules above as judges, and two ways to read a history that look plausible and are wrong. */
export const BASELINES: readonly Judge[] = [
  ...PUBLISHED_RULES.map(publishedJudge),
  { name: 'baits L→V only', judge: judgeIncomingBaits },
  { name: 'any token event', judge: judgeCredulously },
]

/** A published rule as a judge. */
export function publishedJudge({ name, matches }: (typeof PUBLISHED_RULES)[number]): Judge {
  return { name, judge: similarityJudge(matches) }
}

/** Warns of a target that resembles a known address but is not one; an exact match is trusted, as these rules do. */
function similarityJudge(matches: Matches): Judge['judge'] {
  return ({ target, counterparties, contacts = [], own = [], sender }) => {
    const list = counterparties?.counterparties ?? []
    const index = indexOf(list)
    const sought = target.toLowerCase()
    const others = [sender, ...contacts, ...own].map((address) => address.toLowerCase())
    if (index.all.has(sought) || others.includes(sought)) return { level: 'safe' }
    for (const known of [...index.near(sought), ...others]) {
      const { p, s } = ends(sought, known)
      if (matches(p, s)) return { level: 'block', named: known }
    }
    return { level: 'safe' }
  }
}

/** Looks for a record from the target to the sender of less than one dollar, as one would look for dust. */
function judgeIncomingBaits({ history, target, sender }: CorpusRiskInput): ReturnType<Judge['judge']> {
  if (!history) return { level: 'safe' }
  const planters = memo(incoming, history.records, () => {
    const found = new Set<string>()
    for (const { from, to, value, canonical, decimals } of history.records)
      if (canonical && to === sender.toLowerCase() && value < 10n ** BigInt(decimals)) found.add(from)
    return found
  })
  return { level: planters.has(target.toLowerCase()) ? 'block' : 'safe' }
}

/** Takes every token event of more than nothing for a payment, then applies 4+4, which no good sign lifts. */
function judgeCredulously({ history, target, sender }: CorpusRiskInput): ReturnType<Judge['judge']> {
  if (!history) return { level: 'safe' }
  const list = memo(credulous, history.records, () => {
    const found = new Set<string>()
    for (const { from, to, value } of history.records) if (value > 0n && from === sender.toLowerCase()) found.add(to)
    return [...found]
  })
  const sought = target.toLowerCase()
  for (const known of indexOf(list).near(sought)) {
    const { p, s } = ends(sought, known)
    if (known !== sought && p >= 4 && s >= 4) return { level: 'block', named: known }
  }
  return { level: 'safe' }
}

type Index = { all: ReadonlySet<string>; near: (target: string) => string[] }

const incoming = new WeakMap<readonly HistoryRecord[], Set<string>>()
const credulous = new WeakMap<readonly HistoryRecord[], string[]>()
const indexes = new WeakMap<readonly string[], Index>()

/** All of these rules want four equal characters at one end at least, so only such payees need a look. */
function indexOf(list: readonly string[]): Index {
  return memo(indexes, list, () => {
    const ends = new Map<string, string[]>()
    const all = new Set(list.map((address) => address.toLowerCase()))
    for (const address of all)
      for (const key of keysOf(address)) {
        const same = ends.get(key)
        if (same) same.push(address)
        else ends.set(key, [address])
      }
    return { all, near: (target) => keysOf(target).flatMap((key) => ends.get(key) ?? []) }
  })
}

function keysOf(address: string): [head: string, tail: string] {
  return [address.slice(0, 6), address.slice(-4)]
}

function ends(a: string, b: string): { p: number; s: number } {
  let p = 0
  while (p < 40 && a[2 + p] === b[2 + p]) p++
  let s = 0
  while (s < 40 && a[41 - s] === b[41 - s]) s++
  return { p, s }
}

function memo<key extends object, value>(made: WeakMap<key, value>, of: key, make: () => value): value {
  const value = made.get(of) ?? make()
  made.set(of, value)
  return value
}
