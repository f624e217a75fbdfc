/** `npm test` runs the quick form of each test, `npm run test:deep` the long one. */
const isDeep = process.env.TIER === 'deep'

/** Where all random inputs of a run start; printed by the run, and repeated with `SEED` in the environment. */
export const seed = Number(process.env.SEED ?? 0)

/** How often or how many: the first number in `npm test`, the second in `npm run test:deep`. */
export function tiered(quick: number, deep: number): number {
  return isDeep ? deep : quick
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
