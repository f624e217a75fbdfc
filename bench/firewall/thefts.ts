import { prepareHistory } from '@holdfast/sdk/risk'
import { type Seed, Stream } from '../../tools/corpus/stream.js'
import { MATCH_TABLE } from '../../tools/corpus/tables.js'
import { askCell, drawCell } from './askLookalikes.js'
import { type Bar, percent } from './bars.js'
import { makeHistory } from './makeHistory.js'

/** What share of the thefts on record is answered how, where nothing in the history advertises the impostor. */
export type Thefts = { references: number; blocked: number; safe: number; thefts: number }

/** References, and the least share that must be blocked. */
const bars = [
  [1_000, 0.98],
  [10_000, 0.8],
  [50_000, 0.28],
] as const
const drawsPerShape = 200

/** Asks about impostors of each shape on record and weighs the answers by how often it was used. */
export function measureThefts(seed: Seed): Thefts[] {
  return bars.map(([references]) => {
    const stream = new Stream(seed, `thefts/${references}`)
    const history = makeHistory(references)
    const known = history.records.map(({ to }) => to)
    const prepared = prepareHistory(history)
    const sum: Thefts = { references, blocked: 0, safe: 0, thefts: 0 }
    for (const [p, s, ...counts] of MATCH_TABLE) {
      const thefts = counts.reduce((total, count) => total + count, 0)
      const targets = drawCell(stream, known, { p, s, draws: drawsPerShape })
      const { block, safe } = askCell(prepared, targets, p, s)
      sum.thefts += thefts
      sum.blocked += (thefts * block) / drawsPerShape
      sum.safe += (thefts * safe) / drawsPerShape
    }
    return sum
  })
}

export function theftBars(found: readonly Thefts[]): Bar[] {
  return found.flatMap(({ references, blocked, safe, thefts }, at) => {
    const least = bars[at]?.[1] ?? 1
    const among = `thefts on record without a bait, ${references.toLocaleString('en')} references`
    const reached = blocked / thefts >= least
    return [
      {
        measure: `${among}, blocked`,
        bar: `≥ ${percent(least)}`,
        found: percent(blocked / thefts),
        interval: '',
        reached,
        refuted: !reached,
      },
      {
        measure: `${among}, safe`,
        bar: '0',
        found: percent(safe / thefts),
        interval: '',
        reached: safe === 0,
        refuted: safe > 0,
      },
    ]
  })
}
