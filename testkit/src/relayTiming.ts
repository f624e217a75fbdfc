/** Short waits of the relay, for blocks of 50 ms. */
export const RELAY_TIMING = {
  pollMs: 25,
  standbyMs: 100,
  offerMs: 400,
  bumpMs: 60_000,
  giveUpMs: 2_000,
  lateReceiptMs: 600,
  answerMs: 1_500,
} as const
