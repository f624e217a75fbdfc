import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const variable = 'HOLDFAST_CLI_BUILDS'
let own: string | undefined

/** Called by vitest before a run: makes the folder in which test files build the command line, once for all of them. */
export function setup(): void {
  // Another project of the run has made it.
  if (process.env[variable] !== undefined) return
  // Where the packages of others are found.
  const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url))
  mkdirSync(cache, { recursive: true })
  own = mkdtempSync(join(cache, 'cli-'))
  process.env[variable] = own
}

/** Called at the end of a run. */
export function teardown(): void {
  if (own === undefined) return
  rmSync(own, { recursive: true, force: true })
  delete process.env[variable]
}

/** The folder of the run. */
export function folderOfRun(): string {
  const folder = process.env[variable]
  if (folder === undefined)
    throw new Error(`${variable} is missing: vitest runs without the global setup of its configuration.`)
  return folder
}
