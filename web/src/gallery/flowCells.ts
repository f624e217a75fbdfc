import type { CellsOf } from './Cell.js'
import { type WalkCells, walkCells } from './walkCells.js'

/** The screens beside a payment: the walk, the Bridge, the Hub and boxes. */
export type FlowCells = WalkCells

export const flowCells: CellsOf<FlowCells> = { ...walkCells }
