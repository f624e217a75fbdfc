/** Which test files `npm test` does not load, because it would skip all of their tests. */
import { readFileSync } from 'node:fs'
import { testFiles } from './testFiles.js'

/**
 * The test files that have a deep form only.
 *
 * @param patterns - Of test files, as glob patterns from `root`.
 */
export function deepOnlyTests(root: string, patterns: readonly string[]): string[] {
  return testFiles(root, patterns).filter((file) => isDeepOnly(readFileSync(`${root}/${file}`, 'utf8')))
}

/** Whether the short form skips each of a file's outermost blocks. */
export function isDeepOnly(text: string): boolean {
  const blocks = text.match(/^(?:describe|test)\b.*$/gm) ?? []
  return blocks.length > 0 && blocks.every((block) => block.includes('tiered(true, false)'))
}
