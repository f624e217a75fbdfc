import { type BoxCells, boxCells } from './boxCells.js'
import { type BridgeCells, bridgeCells } from './bridgeCells.js'
import type { CellsOf } from './Cell.js'
import { type ScanCells, scanCells } from './scanCells.js'
import { type WalkCells, walkCells } from './walkCells.js'

/** The screens beside a payment: the walk, spending accounts, the Bridge, the Hub, and the camera. */
export type FlowCells = WalkCells & BoxCells & BridgeCells & ScanCells

export const flowCells: CellsOf<FlowCells> = { ...walkCells, ...boxCells, ...bridgeCells, ...scanCells }
