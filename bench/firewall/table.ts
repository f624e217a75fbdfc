import { toMarkdown } from '../markdown.js'
import { type Bar, percent } from './bars.js'
import { type Count, type Tally, wilson } from './tally.js'

const ourJudge = 'Holdfast'

/** Classes whose variants are printed as well. */
const detailed =
  'P5 P7 P12 P13 P14 P15 P16 P17 P18 P19 P20 P22 H H2 N4 N5 N6 N7 N8 N12 N13 N14 N16 N17 N19 N20 N21 N22'.split(' ')

/** One line per class: what we answered with its interval, and how much of it each published rule would stop. */
export function printClasses(tally: Tally, judges: readonly string[]): { text: string; markdown: string } {
  const others = judges.filter((name) => name !== ourJudge)
  const head = ['class', 'queries', 'blocked', '95 %', 'warned', 'named', ...others]
  const rows = tally.classes(ourJudge).map((name) => {
    const counts = judges.map((judge) => tally.sum(judge, (found) => found === name))
    return [name, ...ours(counts[0]), ...counts.slice(1).map((count) => rate(count.blocked, count.queries))]
  })
  const details = detailed.flatMap((name) =>
    tally.variants(ourJudge, name).map((variant) => {
      const counts = judges.map((judge) => tally.sum(judge, (found, kind) => found === name && kind === variant))
      return [
        `${name} ${variant}`,
        ...ours(counts[0]),
        ...counts.slice(1).map((count) => rate(count.blocked, count.queries)),
      ]
    }),
  )
  return { text: `${align([head, ...rows])}\n\n${align([head, ...details])}`, markdown: toMarkdown([head, ...rows]) }
}

/** All bars, the missed ones marked. */
export function printBars(bars: readonly Bar[]): string {
  return align([
    ['', 'measure', 'bar', 'found', '95 %', ''],
    ...bars.map(({ reached, measure, bar, found, interval, caution }) => [
      reached ? '✓' : '✗',
      measure,
      bar,
      found,
      interval,
      caution ?? '',
    ]),
  ])
}

function ours(count: Count | undefined): string[] {
  if (!count || count.queries === 0) return ['0', '', '', '', '']
  const { queries, blocked, warned, named, withGenuine } = count
  const [low, high] = wilson(blocked, queries)
  return [
    queries.toLocaleString('en'),
    rate(blocked, queries),
    `${percent(low)}–${percent(high)}`,
    rate(warned, queries),
    withGenuine > 0 ? rate(named, withGenuine) : '',
  ]
}

function rate(hits: number, of: number): string {
  return of === 0 ? '' : percent(hits / of)
}

function align(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) => `  ${row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join('  ')}`.trimEnd())
    .join('\n')
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 || /[a-z]{4,}.* .*[a-z]{2,}/i.test(cell) ? cell.padEnd(width) : cell.padStart(width)
}
