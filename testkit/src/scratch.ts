import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/**
 * Directory for files that tests write to disk often, such as a database: in memory if there is room, since a flush
 * costs nothing there. Files of a killed process survive in either.
 */
export const SCRATCH = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir()

/** Whether a folder exists, with a gigabyte of free space. */
function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2 ** 30
}
