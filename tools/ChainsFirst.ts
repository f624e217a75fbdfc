import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longTests } from './longTests.js'

/**
 * The order of test files: of the deep tests first those that take minutes, then those with a chain or another process, which may
 * take a minute even when they are short, then those that compute for seconds, then all others, so that no processor waits for the
 * last file. Within a group as vitest orders them: the slowest of the last run first, or the largest.
 */
export class ChainsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isDeep = process.env.TIER === 'deep'
    const places = new Map(
      sorted.map((file) => [file, placeOf(file.moduleId, readFileSync(file.moduleId, 'utf8'), isDeep)]),
    )
    return sorted.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
  }
}

/** Where a test file is in the order: the lowest starts first. */
export function placeOf(path: string, text: string, isDeep: boolean): number {
  // What vitest remembers of these may be from `npm test`, in which they are short or skipped.
  const place = isDeep ? longTests.findIndex((file) => path.endsWith(`/${file}`)) : -1
  if (place >= 0) return place
  return longTests.length + (hasChain(text) ? 0 : computesLong(path) ? 1 : 2)
}

/** Whether a test file starts a chain or another process, itself or by a helper. */
export function hasChain(text: string): boolean {
  return /\bstartDevnet\b|Stage\b|\bspawn|\bstart(?:Main|Child|Postgres)\b|\binterruptBox|Process\b|\bdescribeStores\b/.test(
    text,
  )
}

/** Whether a test file draws many cases, or reads the whole tree. */
export function computesLong(path: string): boolean {
  return /\.fuzz\.ts$|\/(?:bench|tools)\//.test(path)
}
