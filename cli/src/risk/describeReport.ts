import type { RiskLevel, RiskReport } from '@holdfast/sdk'
import type { LookalikeSide } from '@holdfast/sdk/errors'
import type { Address } from 'viem'
import { writeAmount } from '../input/readAmount.js'
import { oneLine, type Paint, printable } from '../io/writeText.js'

/** A report for a person: the verdict, why, and two addresses under each other where one imitates the other. */
export function describeReport(report: RiskReport, paint: Paint): string {
  const { level, target, sender, reasons, complete } = report
  return [
    `${ink(paint, level)(paint.bold(level.toUpperCase()))}  a payment to ${target}`,
    `${' '.repeat(level.length)}  from ${sender}`,
    ...reasons.flatMap(
      ({
        code,
        severity,
        message,
        lookalikeOf,
        alsoLike = [],
        matched,
        undecided,
        sides = [],
        transactionHashes = [],
      }) => [
        '',
        `${ink(paint, severity)(printable(code))}  ${oneLine(message)}`,
        ...(lookalikeOf === undefined ? [] : sideBySide(target, lookalikeOf, matched, paint)),
        ...alsoLike.flatMap((known) => sideBySide(target, known, undefined, paint)),
        ...sides.map((side, index) => `  ${index === 0 ? 'to    ' : 'known '}  ${describeSide(side)}`),
        ...(undecided
          ? ['  Get the address from its owner again, then: holdfast pairs decide <genuine> <imitation>']
          : []),
        ...transactionHashes.map((hash) => paint.dim(`  evidence  ${hash}`)),
      ],
    ),
    ...(complete ? [] : ['', paint.yellow('Not every source answered. Missing data is never reported as safe.')]),
  ].join('\n')
}

/** What is known of one of two addresses that look alike. */
function describeSide({ saved, isSettled, payments, paid, income, firstPaidAt, baits }: LookalikeSide): string {
  return [
    ...(saved === undefined ? [] : [saved === 'own' ? 'your own' : 'a contact']),
    ...(isSettled ? ['a protected transfer was claimed'] : []),
    `paid ${writeAmount(paid)} in ${payments === 1 ? '1 payment' : `${payments} payments`}`,
    ...(firstPaidAt === null ? [] : [`first on ${firstPaidAt.toISOString().slice(0, 10)}`]),
    ...(income === 0n ? [] : [`has paid you ${writeAmount(income)}`]),
    ...(baits === 0 ? [] : [baits === 1 ? '1 bait' : `${baits} baits`]),
  ].join(', ')
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
