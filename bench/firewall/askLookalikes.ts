import { evaluateRisk, type PreparedHistory, type RiskLevel } from '@holdfast/sdk/risk'
import type { Address } from 'viem'
import { makeLookalike } from '../../tools/corpus/addresses.js'
import type { Stream } from '../../tools/corpus/stream.js'

/** Answers to addresses that share exactly so many characters with one of the references. */
export type Cell = { p: number; s: number; draws: number } & Record<RiskLevel, number>

const now = new Date('2026-11-20T12:00:00Z')
const activity = { transactionCount: 9, firstSeenAt: new Date('2025-01-01') }

/** Draws the addresses of a cell. */
export function drawCell(
  stream: Stream,
  references: readonly Address[],
  { p, s, draws }: { p: number; s: number; draws: number },
): Address[] {
  return Array.from({ length: draws }, () => makeLookalike(stream, stream.pick(references), p, s))
}

/** What the engine says about each of them, as first payments of which nothing else is recorded. */
export function askCell(history: PreparedHistory, targets: readonly Address[], p: number, s: number): Cell {
  const cell: Cell = { p, s, draws: targets.length, safe: 0, warning: 0, block: 0 }
  for (const target of targets) cell[evaluateRisk({ sender: history.sender, target, activity, history }, now).level]++
  return cell
}
