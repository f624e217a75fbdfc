import { evaluateRisk, prepareHistory } from '@holdfast/sdk/risk'
import type { Address } from 'viem'
import { type Seed, Stream } from '../../tools/corpus/stream.js'
import { askCell, type Cell, drawCell } from './askLookalikes.js'
import type { Bar } from './bars.js'
import { makeHistory } from './makeHistory.js'
import { wilson } from './tally.js'

/** How often an honest first payment is blocked by chance, for a sender with so many strong references. */
export type FalseBlocks = {
  references: number
  /** What the history holds about the payee. */
  evidence: 'nothing' | 'a refund'
  /** Sum over all shapes: their exact chance, times the share that the engine blocks. */
  chance: number
  /** 95 %, one-sided: what the draws leave open about the shares. */
  upper: number
  cells: readonly Cell[]
}

const referenceCounts = [1_000, 1_900, 10_000, 50_000] as const
/** Fewer shared characters are asked about by plain draws, more are rarer than anything that counts. */
const [fewestShared, mostShared] = [5, 12]
const budget = 1e-5
/** References up to which the draws are many enough to bound the chance, and what they may leave open above the budget. */
const [boundedUpTo, openShare] = [1_900, 0.1]

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
  const share = references <= boundedUpTo ? scale : scale / 5
  const drawn: { p: number; s: number; targets: Address[] }[] = []
  for (let shared = fewestShared; shared <= mostShared; shared++)
    for (let p = 0; p <= shared; p++) {
      const draws = Math.max(10, Math.ceil((drawsBy[shared] ?? 50) * share))
      drawn.push({ p, s: shared - p, targets: drawCell(stream, known, { p, s: shared - p, draws }) })
    }
  const received = evidence === 'nothing' ? [] : drawn.flatMap(({ targets }) => targets)
  const history = prepareHistory(makeHistory(references, received))
  const cells = drawn.map(({ p, s, targets }) => askCell(history, targets, p, s))
  let chance = 0
  let open = 0
  for (const { p, s, draws, block } of cells) {
    const weight = references * 16 ** -(p + s) * (15 / 16) ** 2
    const blocked = block / draws
    chance += weight * blocked
    // Squares of the distances to the upper ends add up (Zou and Donner 2008).
    open += (weight * (wilson(block, draws)[1] - blocked)) ** 2
  }
  return { references, evidence, chance, upper: chance + Math.sqrt(open), cells }
}

/** Draws of each shape, by the number of shared characters: the likelier the shape, the more. */
const drawsBy: Readonly<Record<number, number>> = { 5: 12_000, 6: 5_000, 7: 2_000, 8: 500, 9: 200, 10: 60 }

/** Payees that share fewer characters: plain draws, of which none may be blocked. */
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

/** One bar for each number of references and each kind of evidence, and one for plain draws. */
export function falseBlockBars(found: readonly FalseBlocks[], strangers: { blocked: number; draws: number }): Bar[] {
  return [
    ...found.map(({ references, evidence, chance, upper }) => ({
      measure: `chance of a false block, ${references.toLocaleString('en')} references, ${evidence}`,
      bar: `≤ ${budget.toExponential(0)}`,
      found: chance.toExponential(2),
      interval: `≤ ${upper.toExponential(2)}`,
      reached: chance <= budget && (references > boundedUpTo || upper <= budget * (1 + openShare)),
      refuted: chance > budget,
    })),
    {
      measure: 'blocked, plain draws at 1,900 references',
      bar: '0',
      found: `${strangers.blocked} of ${strangers.draws.toLocaleString('en')}`,
      interval: `≤ ${wilson(strangers.blocked, strangers.draws)[1].toExponential(1)}`,
      reached: strangers.blocked === 0,
      refuted: strangers.blocked > 0,
    },
  ]
}
