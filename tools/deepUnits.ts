/** What `npm run test:deep` runs, and which quarter of it a commit runs. */
import { readImports, type Sources } from './imports.js'

/** A test file, or one of the programs that are no vitest tests. */
export type DeepUnit = 'contracts' | 'corpus' | (string & {})

/** Every test file that has a deep form, and every program that has one, in a fixed order. */
export function deepUnits(sources: Sources): DeepUnit[] {
  const files = [...sources]
    .filter(([file, text]) => /\.(test|fuzz)\.ts$/.test(file) && text.includes('@holdfast/testkit/tier'))
    .filter(([file, text]) => readImports(file, text).some(({ specifier }) => specifier === '@holdfast/testkit/tier'))
    .map(([file]) => file)
  return ['contracts', 'corpus', ...files.sort()]
}

/** Every fourth unit. The four quarters share none and hold all. */
export function quarterOf(units: readonly DeepUnit[], quarter: number): DeepUnit[] {
  return units.filter((_, index) => index % 4 === quarter)
}

/** 0 to 3. */
export function commitQuarter(hash: string): number {
  return Number.parseInt(hash.slice(-2), 16) % 4
}
