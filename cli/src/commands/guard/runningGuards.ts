import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFailure } from '../../failure/CommandFailure.js'

/** A guard of this user that runs on this machine. */
export type RunningGuard = {
  /** Where it listens. */
  url: string
  /** The guard accepts a decision only with it. Valid until the guard ends. */
  secret: string
}

/**
 * Records a guard for `guard allow`, in a file that no other user can read.
 *
 * @returns Removes the record.
 * @throws CommandFailure `guard_unwritable`
 */
export function recordGuard(stateDirectory: string, guard: RunningGuard): () => void {
  const directory = directoryOf(stateDirectory)
  const file = join(directory, `${new URL(guard.url).port}.json`)
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    rmSync(file, { force: true })
    writeFileSync(file, `${JSON.stringify(guard)}\n`, { mode: 0o600, flag: 'wx' })
  } catch {
    throw new CommandFailure('failed', 'guard_unwritable', `Nothing can be written to ${directory}.`)
  }
  return () => rmSync(file, { force: true })
}

/** All recorded guards. A guard that was killed may be among them. */
export function listGuards(stateDirectory: string): readonly RunningGuard[] {
  const directory = directoryOf(stateDirectory)
  try {
    return readdirSync(directory).flatMap((name) => readRecord(join(directory, name)))
  } catch {
    return []
  }
}

function readRecord(file: string): RunningGuard[] {
  try {
    const { url, secret }: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'))
    return typeof url === 'string' && typeof secret === 'string' && URL.canParse(url) ? [{ url, secret }] : []
  } catch {
    return []
  }
}

function directoryOf(stateDirectory: string): string {
  return join(stateDirectory, 'guards')
}
