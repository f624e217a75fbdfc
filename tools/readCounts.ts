/** Reads from the output of the test runners how many tests passed and which failed. */
import { stripVTControlCharacters } from 'node:util'

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number }

/**
 * Adds up the last summary of each runner.
 *
 * @returns `undefined` for a runner that printed no summary: it ended before it could count.
 */
export function readCounts(output: string): { vitest: Counts | undefined; forge: Counts | undefined } {
  const text = stripVTControlCharacters(output)
  const vitest = [...text.matchAll(/^ *Tests +(.* \(\d+\))$/gm)].at(-1)?.[1]
  const forge = [...text.matchAll(/^Ran \d+ test suites? .*: (.* \(\d+ total tests?\))$/gm)].at(-1)?.[1]
  return {
    vitest: vitest === undefined ? undefined : parse(vitest),
    forge: forge === undefined ? undefined : parse(forge),
  }
}

/** The tests that failed and the errors outside any test, each as the runner printed it, once. */
export function readFailures(output: string): string[] {
  const text = stripVTControlCharacters(output)
  const vitest = [...text.matchAll(/^ *FAIL +(?:\|?\w+\|? +)?(\S+\.ts(?: .*)?)$/gm)].map(([, test]) => test ?? '')
  const unhandled = [
    ...text.matchAll(/^⎯+ (Unhandled Error|Unhandled Rejection|Uncaught Exception|Startup Error) ⎯+\n+(.+)$/gm),
  ].map(([, title, error]) => `${title}: ${error}`)
  const origins = [...text.matchAll(/^This error originated in "(.+)" test file/gm)].map(
    ([, file]) => `while ${file} ran`,
  )
  const forge = [...text.matchAll(/^\[FAIL\b.*\] (\w+\(.*?\))/gm)].map(([, test]) => test ?? '')
  return [...new Set([...vitest, ...unhandled, ...origins, ...forge])]
}

/** The counts of one of our commands, from its last line `N passed, N failed`; undefined when it ended before. */
export function readLastLine(output: string): { passed: number; failed: number } | undefined {
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(lastLineOf(output)) ?? []
  return passed === undefined ? undefined : { passed: Number(passed), failed: Number(failed) }
}

/** The last line that says something; empty where none does. */
export function lastLineOf(output: string): string {
  return output.trimEnd().split('\n').at(-1) ?? ''
}

function parse(summary: string): Counts {
  const number = (word: string) => Number(new RegExp(`(\\d+) (?:tests )?${word}`).exec(summary)?.[1] ?? 0)
  return { passed: number('passed'), failed: number('failed'), skipped: number('skipped') + number('todo') }
}
