import { evaluateRisk, type PreparedHistory, type RiskLevel } from '@holdfast/sdk/risk'
import type { Address } from 'viem'
import { makeLookalike } from '../../tools/corpus/addresses.js'
import type { Stream } from '../../tools/corpus/stream.js'

/** Answers to addresses that share exactly so many characters with one of the references. */
export type Cell = {
  p: number
  s: number
  draws: number
  /** Of those that are blocked: because of another reference, which chance has made them resemble more. */
  byOther: number
} & Record<RiskLevel, number>

const now = new Date('2026-11-20T12:00:00Z')
const activity = { transactionCount: 9, firstSeenAt: new Date('2025-01-01') }

/** An address, and the reference with which it shares the characters of its cell. */
export type Drawn = { target: Address; of: Address }

/** Draws the addresses of a cell. */
export function drawCell(
  stream: Stream,
  references: readonly Address[],
  { p, s, draws }: { p: number; s: number; draws: number },
): Drawn[] {
  return Array.from({ length: draws }, () => {
    const of = stream.pick(references)
    return { target: makeLookalike(stream, of, p, s), of }
  })
}

/** What the engine says about each of them, as first payments of which nothing else is recorded. */
export function askCell(history: PreparedHistory, drawn: readonly Drawn[], p: number, s: number): Cell {
  const cell: Cell = { p, s, draws: drawn.length, byOther: 0, safe: 0, warning: 0, block: 0 }
  for (const { target, of } of drawn) {
    const { level, reasons } = evaluateRisk({ sender: history.sender, target, activity, history }, now)
    const named = reasons.find(({ lookalikeOf }) => lookalikeOf)?.lookalikeOf
    cell[level]++
    if (level === 'block' && named?.toLowerCase() !== of.toLowerCase()) cell.byOther++
  }
  return cell
}
