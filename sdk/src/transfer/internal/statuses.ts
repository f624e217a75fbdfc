import type { TransferStatus } from '../types.js'

/** In the order of the contract, which counts them from 0. */
export const statuses = [
  'NONE',
  'PENDING',
  'CLAIMED',
  'CANCELLED',
  'RECLAIMED',
  'LOCKED',
] as const satisfies readonly TransferStatus[]
