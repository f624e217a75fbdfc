import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const variable = 'HOLDFAST_TEST_BUILDS'

/** The folder of a run's builds: made by the first process that asks, and removed when that one ends. */
export function folderOfRun(): string {
  process.env[variable] ??= makeFolder()
  return process.env[variable]
}

/**
 * Builds something for all test files of a run: the first one that asks builds, and the others wait. Where it fails, the
 * next one tries.
 *
 * @param name - Of its folder.
 * @param build - Is given an empty folder, which gets that name once it is finished.
 * @returns The folder. Nothing may be written into it.
 */
export async function buildOnce(name: string, build: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = join(folderOfRun(), name)
  while (!existsSync(folder)) {
    if (!takeTurn(`${folder}.turn`)) {
      await setTimeout(50)
      continue
    }
    try {
      const draft = mkdtempSync(`${folder}-`)
      await build(draft)
      await rename(draft, folder)
    } finally {
      rmdirSync(`${folder}.turn`)
    }
  }
  return folder
}

/** A folder is made by one process only. */
function takeTurn(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function makeFolder(): string {
  // Below `node_modules`, where the packages of others are found.
  const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'builds-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
