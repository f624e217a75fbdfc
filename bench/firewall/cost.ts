import { evaluateRisk, isLookalike, type PreparedHistory, prepareHistory, type RiskInput } from '@holdfast/sdk/risk'
import type { Address } from 'viem'
import { Stream } from '../../tools/corpus/stream.js'
import type { Bar } from './bars.js'
import { makeHistory } from './makeHistory.js'

/** What a check costs at one number of payees, in microseconds; the preparation in milliseconds. */
export type Cost = {
  payees: number
  median: number
  p99: number
  /** Finding the payees that look like the target, by the published rule over the list. */
  scan: number
  prepareMs: number
  /** The rules called once for each payee. */
  loopMs: number
}

const sizes = [10, 1_000, 100_000] as const
const checkCount = 1_000
const rounds = 3
const now = new Date('2026-11-20T12:00:00Z')

/** Times our engine with clean targets, and what one would write without it, in turn. */
export async function measureCost(): Promise<Cost[]> {
  const settings = sizes.map((payees) => {
    const history = makeHistory(payees)
    return { payees, history, prepared: prepareHistory(history), list: history.records.map(({ to }) => to) }
  })
  const times = settings.map(() => ({
    checks: [] as number[],
    scan: [] as number[],
    prepare: [] as number[],
    loop: [] as number[],
  }))
  for (let round = 0; round <= rounds; round++)
    for (const [at, { payees, history, prepared, list }] of settings.entries()) {
      const into = times[at]
      const checks = timeChecks(prepared, freshTargets(`${payees}/${round}`))
      const scan = timeScan(list)
      const prepare = time(() => prepareHistory(history))
      const loop = time(() => loopOver(list))
      // The first round warms up.
      if (round === 0 || !into) continue
      into.checks.push(...checks)
      into.scan.push(scan)
      into.prepare.push(prepare)
      into.loop.push(loop)
    }
  return settings.map(({ payees }, at) => {
    const { checks = [], scan = [], prepare = [], loop = [] } = times[at] ?? {}
    return {
      payees,
      median: quantile(checks, 0.5) * 1_000,
      p99: quantile(checks, 0.99) * 1_000,
      scan: quantile(scan, 0.5) * 1_000,
      prepareMs: quantile(prepare, 0.5),
      loopMs: quantile(loop, 0.5),
    }
  })
}

/** The times as lines of a table. */
export function printCost(costs: readonly Cost[]): string[] {
  const head = ['payees', 'check, median', 'check, p99', 'plain 4+4 scan', 'prepare', 'per payee', 'rule loop', 'ratio']
  const rows = costs.map(({ payees, median, p99, scan, prepareMs, loopMs }) => [
    payees.toLocaleString('en'),
    `${median.toFixed(1)} µs`,
    `${p99.toFixed(1)} µs`,
    `${scan.toFixed(1)} µs`,
    `${prepareMs.toFixed(prepareMs < 10 ? 2 : 0)} ms`,
    `${((prepareMs * 1e6) / payees).toFixed(0)} ns`,
    `${loopMs.toFixed(loopMs < 10 ? 2 : 0)} ms`,
    `${(loopMs / prepareMs).toFixed(1)}×`,
  ])
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '--:')), ...rows.map(line)]
}

/** Ratios within one run, on one machine. */
export function costBars(costs: readonly Cost[]): Bar[] {
  const [few, some, many] = costs
  if (!few || !some || !many) return []
  const growth = many.median / few.median
  const faster = many.loopMs / many.prepareMs
  const slope = many.prepareMs / many.payees / (some.prepareMs / some.payees)
  return [
    ratio('check at 100,000 payees, times its cost at 10', '≤ 3', growth, growth <= 3),
    ratio('preparing 100,000 payees, times faster than the rule loop', '≥ 5', faster, faster >= 5),
    ratio('preparing one payee of 100,000, times that of 1,000', '≤ 3', slope, slope <= 3),
  ]
}

function ratio(measure: string, bar: string, value: number, reached: boolean): Bar {
  return { measure, bar, found: `${value.toFixed(2)}×`, interval: '', reached, refuted: !reached }
}

/** Never the same twice: a checksum once computed is remembered, and would make the later sizes look cheap. */
function freshTargets(label: string): Address[] {
  const stream = new Stream(2n, `cost/target/${label}`)
  return Array.from({ length: checkCount }, () => stream.address())
}

const target = new Stream(2n, 'cost/target').address()
const sender = new Stream(3n, 'cost/sender').address()

function inputOf(target: Address, known: Pick<RiskInput, 'history' | 'counterparties'>): RiskInput {
  return {
    sender,
    target,
    activity: { transactionCount: 9, firstSeenAt: new Date(0) },
    zeroValueTransfers: 0,
    ...known,
  }
}

function timeChecks(history: PreparedHistory, targets: readonly Address[]): number[] {
  return targets.map((target) => {
    const input = { ...inputOf(target, { history }), sender: history.sender }
    return time(() => evaluateRisk(input, now))
  })
}

/** What one writes first: the rules once for each payee. */
function loopOver(list: readonly Address[]): void {
  for (const payee of list)
    evaluateRisk(inputOf(target, { counterparties: { counterparties: [payee], complete: true } }), now)
}

function timeScan(list: readonly Address[]): number {
  return time(() => list.some((known) => isLookalike(target, known)))
}

function time(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

function quantile(values: readonly number[], at: number): number {
  return [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * at))] ?? Number.NaN
}
