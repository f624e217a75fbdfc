/** `npm test` runs the quick form of each test, `npm run test:deep` the long one. */
const isDeep = process.env.TIER === 'deep'

/** Where all random inputs of a run start; printed by the run, and repeated with `SEED` in the environment. */
export const seed = Number(process.env.SEED ?? 0)

/** The first value in `npm test`, the second in `npm run test:deep`. */
export function tiered<value>(quick: value, deep: value): value {
  return isDeep ? deep : quick
}

/**
 * Which of many similar cases run: all in `npm run test:deep`; in `npm test` every third and the last one, starting elsewhere in
 * each row, so that three rows together cover every case.
 */
export function sampled(count: number, row: number): number[] {
  const all = Array.from({ length: count }, (_, index) => index)
  return isDeep ? all : all.filter((index) => index % 3 === row % 3 || index === count - 1)
}

/**
 * Parameters of a property for `fc.assert`.
 *
 * @param quick - Cases in `npm test`.
 * @param deep - Cases in `npm run test:deep`. Default: ten times as many.
 */
export function runs(quick: number, deep = 10 * quick): { numRuns: number; seed: number } {
  return { numRuns: tiered(quick, deep), seed }
}
