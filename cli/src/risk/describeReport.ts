import type { RiskLevel, RiskReport } from '@holdfast/sdk'
import type { Address } from 'viem'
import type { Paint } from '../io/paint.js'

/** A report for a person: the verdict, why, and two addresses under each other where one imitates the other. */
export function describeReport(report: RiskReport, paint: Paint): string {
  const { level, target, sender, reasons, complete } = report
  return [
    `${ink(paint, level)(paint.bold(level.toUpperCase()))}  a payment to ${target}`,
    `${' '.repeat(level.length)}  from ${sender}`,
    ...reasons.flatMap(({ code, severity, message, lookalikeOf, matched, transactionHashes = [] }) => [
      '',
      `${ink(paint, severity)(code)}  ${message}`,
      ...(lookalikeOf === undefined ? [] : sideBySide(target, lookalikeOf, matched, paint)),
      ...transactionHashes.map((hash) => paint.dim(`  evidence  ${hash}`)),
    ]),
    ...(complete ? [] : ['', paint.yellow('Not every source answered: silence is not safety.')]),
  ].join('\n')
}

/** What both share is dim, what differs is bright: the eye compares only ends, the middle is where they part. */
function sideBySide(
  target: Address,
  known: Address,
  matched: { prefix: number; suffix: number } | undefined,
  paint: Paint,
): string[] {
  const { prefix, suffix } = matched ?? { prefix: 4, suffix: 4 }
  const row = (label: string, address: Address, mark: (text: string) => string) => {
    const [from, to] = [2 + prefix, address.length - suffix]
    return `  ${label}  ${paint.dim(address.slice(0, from))}${mark(address.slice(from, to))}${paint.dim(address.slice(to))}`
  }
  const marks = [...target].map((symbol, index) => (symbol.toLowerCase() === known[index]?.toLowerCase() ? ' ' : '^'))
  return [
    row('to    ', target, (text) => paint.red(text)),
    row('known ', known, (text) => paint.green(text)),
    `          ${paint.dim(marks.join('').trimEnd())}`,
  ]
}

function ink(paint: Paint, level: RiskLevel): (text: string) => string {
  return { safe: paint.green, warning: paint.yellow, block: paint.red }[level]
}
