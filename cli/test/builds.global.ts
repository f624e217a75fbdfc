import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const variable = 'HOLDFAST_CLI_BUILDS'

/** Called by vitest before a run, so that all its test files share one build of the command line. */
export function setup(): void {
  folderOfRun()
}

/** The folder in which the command line is built: made by the first process that asks, and removed when that one ends. */
export function folderOfRun(): string {
  process.env[variable] ??= makeFolder()
  return process.env[variable]
}

function makeFolder(): string {
  // Below `node_modules`, where the packages of others are found.
  const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url))
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'cli-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
