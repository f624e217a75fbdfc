import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { insertBetween, toMarkdown } from '../markdown.js'
import type { Bar } from './bars.js'

const path = fileURLToPath(new URL('../README.md', import.meta.url))

export type Findings = {
  source: string
  machine: string
  /** Answers by class. */
  table: string
  bars: readonly Bar[]
  costLines: readonly string[]
}

/**
 * Puts the findings between the markers of the README of the benchmarks.
 *
 * @throws When the markers are not there, each once and in order.
 */
export function writeReadme(findings: Findings): void {
  writeFileSync(path, insertFindings(readFileSync(path, 'utf8'), findings))
}

/** The text with the part between the markers replaced. */
export function insertFindings(text: string, { source, machine, table, bars, costLines }: Findings): string {
  const reached = bars.map(({ measure, bar, found, interval, reached }) => [
    measure,
    bar,
    found,
    interval,
    reached ? 'yes' : 'no',
  ])
  const body = [
    `Written by \`npm run bench:firewall -- --write\`: ${source}; ${machine}.`,
    toMarkdown([['measure', 'bar', 'found', '95 %', 'reached'], ...reached]),
    'Payments blocked, by class of the corpus; the last seven columns are published rules and two plausible mistakes.',
    table,
    ...(costLines.length > 0 ? ['What it costs, clean target, history prepared.', costLines.join('\n')] : []),
  ]
  return insertBetween(text, 'bench:firewall', body.join('\n\n'))
}
