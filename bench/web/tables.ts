import type { ColdLoad } from '@holdfast/web/tools/coldLoads'
import { toMarkdown } from '../markdown.js'

const times = ['painted', 'largest', 'blocked', 'interactive'] as const
const counts = ['bytes', 'requests', 'hosts'] as const

/** Median of each figure, with the fastest and the slowest run of the times: one row for each page. */
export function figures(loads: ReadonlyMap<string, readonly ColdLoad[]>): string {
  const rows = [...loads].map(([name, runs]) => [
    name,
    ...times.map((key) => {
      const { median, min, max } = spread(runs, key)
      return `${whole(median)} ms (${whole(min)}–${whole(max)})`
    }),
    spread(runs, 'shifted').median.toFixed(3),
    ...counts.map((key) => whole(spread(runs, key).median)),
  ])
  return toMarkdown([['page', ...times, 'shifted', ...counts], ...rows])
}

/** How many times the figures of our pages one page's are, by medians: one row for each of ours. */
export function ratios(
  loads: ReadonlyMap<string, readonly ColdLoad[]>,
  other: string,
  ours: readonly string[],
): string {
  const columns = [...times, 'bytes', 'requests'] as const
  const medianOf = (name: string, key: keyof ColdLoad) => spread(loads.get(name) ?? [], key).median
  const rows = ours.map((name) => [
    name,
    ...columns.map((key) => {
      const own = medianOf(name, key)
      return own > 0 ? `${(medianOf(other, key) / own).toFixed(1)}×` : ''
    }),
  ])
  return toMarkdown([[`${other} beside`, ...columns], ...rows])
}

function spread(runs: readonly ColdLoad[], key: keyof ColdLoad): { median: number; min: number; max: number } {
  const sorted = runs.map((load) => load[key]).toSorted((a, b) => a - b)
  return {
    median: sorted[sorted.length >> 1] ?? Number.NaN,
    min: sorted[0] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
  }
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}
