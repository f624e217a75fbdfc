/** Data of a transfer of nothing: the amount, one word. */
export const NO_AMOUNT = `0x${'0'.repeat(64)}`
