import { evaluateRisk, type PreparedHistory, prepareHistory } from '@holdfast/sdk/risk'
import type { Address } from 'viem'
import { type Seed, Stream } from '../../tools/corpus/stream.js'
import { askCell, type Cell, type Drawn, drawCell } from './askLookalikes.js'
import type { Bar } from './bars.js'
import { makeHistory } from './makeHistory.js'
import { doubtful } from './tally.js'

/** How often an honest first payment is blocked by chance, for a sender with so many strong references. */
export type FalseBlocks = {
  references: number
  /** What the history holds about the payee. */
  evidence: 'nothing' | 'a refund'
  /** Sum of the exact chances of all shapes that the engine blocks where no character repeats: no draw is in it. */
  exact: number
  /** Sum over all shapes: their exact chance, times the share of the draws that the engine blocks. */
  chance: number
  /** 99.9 %: what the draws leave open about the shares. */
  lower: number
  upper: number
  cells: readonly Cell[]
}

const referenceCounts = [1_000, 1_900, 10_000, 50_000] as const
/** Fewer shared characters are asked about by plain draws, more are rarer than anything that counts. */
const [fewestShared, mostShared] = [5, 12]
const budget = 1e-5
/** References up to which the upper end must keep to the budget: for more the budget is spent, and draws only approach it. */
const boundedUpTo = 1_000
/** References up to which all draws are made. */
const drawnUpTo = 1_900

/**
 * Draws payees under the condition that they share exactly p and s characters with a reference, asks the engine, and weighs
 * each shape by its chance, N · 16^-(p+s) · (15/16)². Shapes that chance reaches once in 10^8 are seen as often as others.
 */
export function measureFalseBlocks(seed: Seed, scale = 1): FalseBlocks[] {
  return referenceCounts.flatMap((references) =>
    (['nothing', 'a refund'] as const).map((evidence) => sumOver(seed, references, evidence, scale)),
  )
}

function sumOver(seed: Seed, references: number, evidence: FalseBlocks['evidence'], scale: number): FalseBlocks {
  const stream = new Stream(seed, `false blocks/${references}/${evidence}`)
  const known = makeHistory(references).records.map(({ to }) => to)
  const share = references <= drawnUpTo ? scale : scale / 5
  const drawn: { p: number; s: number; targets: Drawn[] }[] = []
  for (let shared = fewestShared; shared <= mostShared; shared++)
    for (let p = 0; p <= shared; p++) {
      const draws = Math.max(10, Math.ceil((drawsBy[shared] ?? 50) * share))
      drawn.push({ p, s: shared - p, targets: drawCell(stream, known, { p, s: shared - p, draws }) })
    }
  const received = evidence === 'nothing' ? [] : drawn.flatMap(({ targets }) => targets.map(({ target }) => target))
  const history = prepareHistory(makeHistory(references, received))
  const cells = drawn.map(({ p, s, targets }) => askCell(history, targets, p, s))
  let chance = 0
  let exact = 0
  let [below, above] = [0, 0]
  for (const cell of cells) {
    const { p, s, draws } = cell
    const weight = references * 16 ** -(p + s) * (15 / 16) ** 2
    // One that is blocked because of another reference is in that one's cell.
    const block = cell.block - cell.byOther
    const blocked = block / draws
    chance += weight * blocked
    if (isShapeBlocked(history, known, cell)) exact += weight
    // Squares of the distances to the upper ends add up (Zou and Donner 2008).
    const [low, high] = doubtful(block, draws)
    below += (weight * (blocked - low)) ** 2
    above += (weight * (high - blocked)) ** 2
  }
  const [lower, upper] = [chance - Math.sqrt(below), chance + Math.sqrt(above)]
  return { references, evidence, exact, chance, lower, upper, cells }
}

/**
 * Asks the engine about a shape, at the first references in whose ends no character repeats: the same for each seed. Runs of one
 * character only ever make a block a warning, so the sum over these shapes is the most that chance can do.
 */
function isShapeBlocked(history: PreparedHistory, known: readonly Address[], { p, s }: Cell): boolean {
  for (const of of known) {
    const digits = of.slice(2).toLowerCase()
    if (/(.)\1/.test(digits.slice(0, p)) || /(.)\1/.test(digits.slice(40 - s))) continue
    const others = [...digits].map((digit) => (Number.parseInt(digit, 16) ^ 8).toString(16)).join('')
    const target = `0x${digits.slice(0, p)}${others.slice(p, 40 - s)}${digits.slice(40 - s)}` as const
    const { block, byOther } = askCell(history, [{ target, of }], p, s)
    if (byOther === 0) return block === 1
  }
  throw new Error(`No reference shows a resemblance of ${p} + ${s} characters.`)
}

/** Draws of each shape, by the number of shared characters: the likelier the shape, the more. */
const drawsBy: Readonly<Record<number, number>> = { 5: 12_000, 6: 5_000, 7: 2_000, 8: 500, 9: 200, 10: 60 }

/** Plain draws, for what the shapes do not cover. */
export function countBlockedStrangers(seed: Seed, draws: number): { blocked: number; draws: number } {
  const stream = new Stream(seed, 'false blocks/strangers')
  const history = prepareHistory(makeHistory(1_900))
  const now = new Date('2026-11-20T12:00:00Z')
  const activity = { transactionCount: 9, firstSeenAt: new Date('2025-01-01') }
  let blocked = 0
  for (let draw = 0; draw < draws; draw++) {
    const target = stream.address()
    if (evaluateRisk({ sender: history.sender, target, activity, history }, now).level === 'block') blocked++
  }
  return { blocked, draws }
}

/** Chance of at least so many events where so many are expected (Poisson). */
export function chanceOfAtLeast(events: number, expected: number): number {
  let term = Math.exp(-expected)
  let below = 0
  for (let count = 0; count < events; count++) {
    below += term
    term *= expected / (count + 1)
  }
  return Math.max(0, 1 - below)
}

/** A run that is this unlikely under the bar refutes it: one in a million, so that no seed does by chance. */
const refutedBelow = 1e-6

/** One bar for each number of references and each kind of evidence, and one for plain draws. */
export function falseBlockBars(found: readonly FalseBlocks[], strangers: { blocked: number; draws: number }): Bar[] {
  const doubt = chanceOfAtLeast(strangers.blocked, budget * strangers.draws)
  return [
    ...found.flatMap(({ references, evidence, exact, chance, lower, upper }) => {
      const among = `false block, ${references.toLocaleString('en')} references, ${evidence}`
      const isExplained = lower <= budget && (references > boundedUpTo || upper <= budget)
      const bar = `≤ ${budget.toExponential(0)}`
      return [
        {
          measure: `${among}: exact sum`,
          bar,
          found: exact.toExponential(2),
          interval: '',
          reached: exact <= budget,
          refuted: exact > budget,
        },
        {
          measure: `${among}: conditioned draws`,
          bar,
          found: chance.toExponential(2),
          interval: `${lower.toExponential(2)}–${upper.toExponential(2)}`,
          reached: isExplained,
          refuted: lower > budget,
        },
      ]
    }),
    {
      measure: 'blocked, plain draws at 1,900 references',
      bar: `≤ ${budget.toExponential(0)}`,
      found: `${strangers.blocked} of ${strangers.draws.toLocaleString('en')}`,
      interval: `so many or more at the bar: ${(doubt * 100).toPrecision(2)} %`,
      reached: doubt >= refutedBelow,
      refuted: doubt < refutedBelow,
    },
  ]
}
