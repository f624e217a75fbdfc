/** What `npm run test:deep` runs, and which quarter of it a commit runs. */
import { posix } from 'node:path'
import { readImports, type Sources } from './imports.js'

/** A test file, or one of the programs that are no vitest tests. */
export type DeepUnit = 'contracts' | 'corpus' | (string & {})

/** Every test file that asks for its tier, itself or through a helper, and every program that has one, in a fixed order. */
export function deepUnits(sources: Sources): DeepUnit[] {
  const tiered = [...sources]
    .filter(([file, text]) => file.startsWith('testkit/src/') && imports(file, text, ['./tier.js']))
    .map(([file]) => `@holdfast/testkit/${posix.basename(file, '.ts')}`)
  const files = [...sources]
    .filter(([file, text]) => /\.(test|fuzz)\.ts$/.test(file) && text.includes('@holdfast/testkit/'))
    .filter(([file, text]) => imports(file, text, ['@holdfast/testkit/tier', ...tiered]))
    .map(([file]) => file)
  return ['contracts', 'corpus', ...files.sort()]
}

function imports(file: string, text: string, specifiers: readonly string[]): boolean {
  return readImports(file, text).some(({ specifier }) => specifier !== undefined && specifiers.includes(specifier))
}

/** Every fourth unit. The four quarters share none and hold all. */
export function quarterOf(units: readonly DeepUnit[], quarter: number): DeepUnit[] {
  return units.filter((_, index) => index % 4 === quarter)
}

/** 0 to 3. */
export function commitQuarter(hash: string): number {
  return Number.parseInt(hash.slice(-2), 16) % 4
}
