import type { SenderTiming } from './SenderParts.js'

/** Chosen for the half-second blocks of the primary chain: fees are raised after 20 of them. */
export const SENDER_TIMING: Omit<SenderTiming, 'leaseMs'> = {
  offerMs: 5_000,
  bumpMs: 10_000,
  giveUpMs: 120_000,
  lateReceiptMs: 5_000,
}

/** Time between two reads of a chain. */
export const pollMsOf = ({ blockTimeMs }: { blockTimeMs: number }): number =>
  Math.min(Math.max(blockTimeMs / 2, 250), 2_000)
