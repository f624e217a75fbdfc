import type { Address } from 'viem'
import { type WalkRow, WalkView } from '../screens/walk/WalkView.js'
import type { CellsOf } from './Cell.js'
import * as made from './fixtures.js'

export type WalkCells = { walk: 'new' | 'starting' | 'funded' | 'attacking' | 'attacked' | 'failed' }

const rows: readonly WalkRow[] = [
  { txHash: made.txHash, to: made.impostor, amount: 0n },
  { txHash: made.txHash, to: made.bob, amount: 5_000_000n },
]
const nothing = () => {}
// An address of the made data.
const given = {
  rows,
  bob: made.bob as Address,
  lost: 5_000_000n,
  hasFailed: false,
  onStart: nothing,
  onAttack: nothing,
}

export const walkCells: CellsOf<WalkCells> = {
  walk: {
    new: () => <WalkView {...given} stage="new" />,
    starting: () => <WalkView {...given} stage="starting" />,
    funded: () => <WalkView {...given} stage="funded" />,
    attacking: () => <WalkView {...given} stage="attacking" />,
    attacked: () => <WalkView {...given} stage="attacked" />,
    failed: () => <WalkView {...given} stage="new" hasFailed />,
  },
}
