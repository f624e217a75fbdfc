import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/**
 * Where a test puts files that are written to disk often, such as a database: in memory where there is room, since a flush
 * costs nothing there. What a killed process wrote is kept in either.
 */
export const SCRATCH = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir()

/** Whether a folder is there, with a gigabyte to spare. */
function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2 ** 30
}
