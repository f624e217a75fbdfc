import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCRATCH } from './scratch.js'

/**
 * The test files of a run whose trace was not searched for secrets yet, each a file in a folder of the run, since test
 * files run in separate processes.
 */
const variable = 'HOLDFAST_SECRET_SEARCHES'

/** Creates the folder of a run, for all of its processes. `undefined` when another project of the run has created it. */
export function openSearches(): string | undefined {
  if (process.env[variable] !== undefined) return undefined
  const folder = mkdtempSync(join(SCRATCH, 'holdfast-searches-'))
  process.env[variable] = folder
  return folder
}

/** Records that a test file has begun. `undefined` when no run checks it. */
export function searchBegins(testFile: string): string | undefined {
  const folder = process.env[variable]
  if (folder === undefined) return undefined
  const note = join(folder, randomUUID())
  writeFileSync(note, testFile)
  return note
}

/** Records that its trace was searched. */
export function searchEnds(note: string | undefined): void {
  if (note !== undefined) rmSync(note)
}

/** Removes the folder of a run, and names the test files that were not searched. */
export function closeSearches(folder: string): string[] {
  const left = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  rmSync(folder, { recursive: true, force: true })
  delete process.env[variable]
  return left.sort()
}
