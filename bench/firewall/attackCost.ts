import { evaluateRisk, prepareHistory, type RiskLevel } from '@holdfast/sdk/risk'
import type { Address, Hash } from 'viem'
import { Stream } from '../../tools/corpus/stream.js'
import { toMarkdown } from '../markdown.js'
import { IMITATIONS, imitate, paid, type Scene, type Way, WEAPONS } from './attackWays.js'
import { isVetoed } from './judge.js'
import { makeHistory } from './makeHistory.js'

/** What one attack costs, in USD. */
type Price = { way: string; usd: number }

/** Addresses that one RTX 4090 tries in a second, accounts and CREATE2 (MrSpike63/vanity-eth-address), and what it costs. */
const triesPerSecond = { account: 3.8e9, contract: 4.8e9 } as const
const usdPerSecond = 0.4 / 3_600
/** The least that a unit of gas costs on the primary chain: 20 gwei of a coin of 18 decimals that is USDC. */
const usdPerGas = 20e-9

/** Characters of an address that wallets show at its start and at its end. */
const displays = [
  { shown: '2 + 4', by: 'RainbowKit, Blockscout', p: 2, s: 4 },
  { shown: '3 + 4', by: 'MetaMask until 2023', p: 3, s: 4 },
  { shown: '4 + 4', by: 'Safe, OnchainKit', p: 4, s: 4 },
  { shown: '5 + 5', by: 'MetaMask', p: 5, s: 5 },
  { shown: '6 + 6', by: 'Rabby', p: 6, s: 6 },
] as const
const references = [12, 1_000, 50_000] as const

/** Imitations checked in each case; the most frequent answer is reported. */
const samples = 5
const now = new Date('2026-11-20T12:00:00Z')
const activity = { transactionCount: 9, firstSeenAt: new Date('2024-01-01') }
/** The last block before the first payment of {@link makeHistory}, and one after all of them. */
const [before, after] = [19_999_000n, 20_200_000n]

/** For each length of display and number of payees: the mildest answer to an imitation, and the cheapest way to get it. */
export function imitationTable(): string {
  const answers = references.map(answersAmong)
  const rows = displays.map(({ shown, by, p, s }) => [
    `${shown} (${by})`,
    ...answers.map((levels) => {
      const found = IMITATIONS.map((way) => ({ level: levels.get(keyOf({ way, p, s })), price: priceOf(way, p + s) }))
      const parts = (['safe', 'warning'] as const).map((level) => {
        const cheapest = cheapestOf(found.filter((one) => one.level === level).map(({ price }) => price))
        return `${level}: ${cheapest ? `${cheapest.way}, ${usd(cheapest.usd)}` : 'no way known'}`
      })
      return parts.join('; ')
    }),
  ])
  return toMarkdown([['shown', ...references.map((count) => `${count.toLocaleString('en')} payees`)], ...rows])
}

/** What makes the engine doubt an honest payee, by how often it was paid, and what the cheapest way costs. */
export function weaponTable(): string {
  const rows = [0, 1, 3].map((payments) => {
    const found = WEAPONS.map((way) => ({ ...doubt(way, payments), price: priceOf(way, usesImitation(way) ? 8 : 0) }))
    const cell = (accept: (one: (typeof found)[number]) => boolean) => {
      const cheapest = cheapestOf(found.filter(accept).map(({ price }) => price))
      return cheapest ? `${cheapest.way}, ${usd(cheapest.usd)}` : 'no way known'
    }
    return [
      payments === 0 ? 'never' : payments === 1 ? 'once' : `${payments} times`,
      cell(({ level }) => level !== 'safe'),
      cell(({ isVeto }) => isVeto),
      cell(({ level }) => level === 'block'),
    ]
  })
  return toMarkdown([['the payee was paid', 'warning', 'co-signer refuses', 'block'], ...rows])
}

function usesImitation({ name }: Way): boolean {
  return name.startsWith('an imitation')
}

/** The price of finding an address with so many given characters, of the transactions and of the money given away. */
function priceOf({ name, gas, given, isContract }: Way, characters: number): Price {
  const tries = characters === 0 ? 0 : 16 ** characters
  const search = (tries / triesPerSecond[isContract ? 'contract' : 'account']) * usdPerSecond
  return { way: name, usd: search + gas * usdPerGas + Number(given) / 1e6 }
}

function cheapestOf(prices: readonly Price[]): Price | undefined {
  return prices.reduce<Price | undefined>((best, one) => (best && best.usd <= one.usd ? best : one), undefined)
}

type Attack = { way: Way; p: number; s: number }

/** The answer that most imitations of each attack get. */
function answersAmong(references: number): Map<string, RiskLevel> {
  const attacks = displays.flatMap(({ p, s }) => IMITATIONS.map((way): Attack => ({ way, p, s })))
  // With many payees, attacks are judged many at once, each on different payees.
  const together = Math.max(1, Math.floor(references / (4 * samples)))
  const answers = new Map<string, RiskLevel>()
  for (let first = 0; first < attacks.length; first += together)
    for (const [key, level] of askTogether(references, attacks.slice(first, first + together))) answers.set(key, level)
  return answers
}

function askTogether(references: number, attacks: readonly Attack[]): [key: string, level: RiskLevel][] {
  const history = makeHistory(references)
  const asked = attacks.map((attack, index) => {
    const stream = new Stream(1n, `attack/${references}/${keyOf(attack)}`)
    const scenes = Array.from({ length: samples }, (_, at): Scene => {
      const place = Math.floor(((index * samples + at) * references) / (attacks.length * samples))
      const payee = history.records[place]?.to ?? history.sender
      const imitation = imitate(stream, payee, attack.p, attack.s)
      return { sender: history.sender, payee, imitation, stream, before, after }
    })
    return { attack, stream, scenes }
  })
  const added = asked.flatMap(({ attack, scenes }) => scenes.flatMap((scene) => attack.way.records(scene)))
  const prepared = prepareHistory({ ...history, records: [...history.records, ...added] })
  return asked.map(({ attack, stream, scenes }) => {
    const counts: Record<RiskLevel, number> = { safe: 0, warning: 0, block: 0 }
    for (const { payee, imitation } of scenes) {
      const codeHashes = codesOf(payee, imitation, attack.way, stream)
      const input = { sender: history.sender, target: imitation, activity, history: prepared, codeHashes }
      counts[evaluateRisk(input, now).level]++
    }
    return [keyOf(attack), (['safe', 'warning', 'block'] as const).reduce((a, b) => (counts[b] > counts[a] ? b : a))]
  })
}

function keyOf({ way, p, s }: Attack): string {
  return `${way.name}/${p}+${s}`
}

function codesOf(
  payee: Address,
  imitation: Address,
  { isContract, isSameCode }: Way,
  stream: Stream,
): ReadonlyMap<Address, Hash | null> {
  const code = isContract ? stream.hash() : null
  return new Map<Address, Hash | null>([
    [payee, isSameCode ? code : null],
    [imitation, code],
  ])
}

function doubt(way: Way, payments: number): { level: RiskLevel; isVeto: boolean } {
  const stream = new Stream(1n, `weapon/${way.name}/${payments}`)
  const history = makeHistory(12)
  const payee = stream.address()
  const scene: Scene = { sender: history.sender, payee, imitation: imitate(stream, payee), stream, before, after }
  const genuine = Array.from({ length: payments }, (_, at) => paid(scene, after + BigInt(at), payee, 25_000_000n))
  const records = [...history.records, ...way.records(scene), ...genuine]
  const prepared = prepareHistory({ ...history, records })
  const report = evaluateRisk({ sender: history.sender, target: payee, activity, history: prepared }, now)
  return { level: report.level, isVeto: isVetoed(report) }
}

/** One significant digit: prices of searches are orders of magnitude. */
function usd(value: number): string {
  if (value === 0) return 'nothing'
  return `$${value < 1e-4 ? value.toExponential(0) : Number(value.toPrecision(1))}`
}
