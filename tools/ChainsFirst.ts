import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The order of test files: first those with a chain or another process, which may take a minute even when they are
 * short, then those that only compute and end within seconds of each other. Within each group as vitest orders them:
 * the slowest of the last run first, or the largest.
 */
export class ChainsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const [first, second] = [true, false].map((has) =>
      sorted.filter(({ moduleId }) => hasChain(readFileSync(moduleId, 'utf8')) === has),
    )
    return [...(first ?? []), ...(second ?? [])]
  }
}

/** Whether a test file starts a chain or another process, itself or by a helper. */
export function hasChain(text: string): boolean {
  return /\bstartDevnet\b|Stage\b|\bspawn|\bstart(?:Main|Child|Postgres)\b|\binterruptBox|Process\b|\bdescribeStores\b/.test(
    text,
  )
}
