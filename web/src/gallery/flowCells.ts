import { type BridgeCells, bridgeCells } from './bridgeCells.js'
import type { CellsOf } from './Cell.js'
import { type WalkCells, walkCells } from './walkCells.js'

/** The screens beside a payment: the walk, the Bridge and the Hub. */
export type FlowCells = WalkCells & BridgeCells

export const flowCells: CellsOf<FlowCells> = { ...walkCells, ...bridgeCells }
