/** Rows that one answer with raw logs holds at most. */
export const rowsPerPage = 1_000

/** Page times rows may not pass this on any host we know. */
export const resultWindow = 10_000
