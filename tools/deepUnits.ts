/** What `npm run test:deep` runs, and which quarter of it a commit runs. */
import { posix } from 'node:path'
import { readImports, type Sources } from './imports.js'
import { longTests } from './longTests.js'

/** Programs of the deep tests that are not test files. In this order each quarter gets one. */
export const deepPrograms = ['coverage', 'corpus', 'contracts', 'viem'] as const

/** A test file, or one of the programs. */
export type DeepUnit = (typeof deepPrograms)[number] | (string & {})

/**
 * Every test file that asks for its tier, itself or through a helper, and every program that has one, in a fixed order: programs,
 * long tests, and the others by name.
 */
export function deepUnits(sources: Sources): DeepUnit[] {
  const tests = [...sources.keys()].filter((file) => /\.(test|fuzz)\.ts$/.test(file))
  const known = new Map<string, boolean>([['testkit/src/tier.ts', true]])
  const asksTier = (file: string): boolean => {
    const text = sources.get(file)
    if (text === undefined) return false
    if (!known.has(file)) {
      known.set(file, false)
      known.set(file, helpersOf(file, text).some(asksTier))
    }
    return known.get(file) ?? false
  }
  const deep = tests.filter(asksTier).sort()
  const long = longTests.filter((file) => deep.includes(file))
  return [...deepPrograms, ...long, ...deep.filter((file) => !long.includes(file))]
}

/** Files of the testkit, and of the package's own `test` folder, that a file imports. */
function helpersOf(file: string, text: string): string[] {
  return readImports(file, text).flatMap(({ specifier = '' }) => {
    if (specifier.startsWith('@holdfast/testkit/')) return [`testkit/src/${specifier.slice(18)}.ts`]
    const path = posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts')
    return specifier.startsWith('.') && /^(testkit\/src|[^/]+\/test)\//.test(path) ? [path] : []
  })
}

/** Every fourth unit. The four quarters share none and hold all. */
export function quarterOf(units: readonly DeepUnit[], quarter: number): DeepUnit[] {
  return units.filter((_, index) => index % 4 === quarter)
}

/** The quarter that a commit runs, 0 to 3, by its hash. */
export function commitQuarter(hash: string): number {
  return Number.parseInt(hash.slice(-2), 16) % 4
}
