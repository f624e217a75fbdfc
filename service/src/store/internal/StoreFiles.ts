import { statSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Log } from '../../telemetry/Telemetry.js'
import { StoreUnavailableError } from '../StoreErrors.js'

/**
 * Watches the files of an embedded store. A process can still write to a deleted file, but all of it is lost when the
 * process ends; and without the lock file a second process could open the directory. Once a file is gone, nothing is
 * read or written any more: only a restart can decide which files are valid.
 */
export class StoreFiles {
  readonly #directory: string
  readonly #log: Log | undefined
  readonly #freeBytes: (directory: string) => Promise<number>
  readonly #files: ReadonlyMap<string, string>
  readonly #timer: NodeJS.Timeout
  #missing: string | undefined

  /** @param files - Existing paths. */
  constructor(directory: string, files: readonly string[], { log, freeBytes = readFreeBytes }: StoreFiles.Options) {
    this.#directory = directory
    this.#log = log
    this.#freeBytes = freeBytes
    this.#files = new Map(files.map((file) => [file, identityOf(statSync(file))]))
    this.#timer = setInterval(() => void this.check().catch(() => {}), checkMs)
    this.#timer.unref()
  }

  /** @throws {@link StoreUnavailableError} when a file is known to be gone. */
  assertThere(): void {
    if (this.#missing !== undefined) throw new StoreUnavailableError({ cause: new FileGoneError(this.#missing) })
  }

  /**
   * Checks the files and the free space of their disk.
   * @throws {@link StoreUnavailableError}
   */
  async check(): Promise<void> {
    for (const [file, identity] of this.#files) {
      const now = await stat(file).then(identityOf, () => undefined)
      if (now === identity || this.#missing !== undefined) continue
      this.#missing = basename(file)
      this.#log?.error('a file of the store is gone', { file: this.#missing })
    }
    this.assertThere()
    if ((await this.#freeBytes(this.#directory)) < leastFreeBytes)
      throw new StoreUnavailableError({ cause: new DiskFullError() })
  }

  close(): void {
    clearInterval(this.#timer)
  }
}

export declare namespace StoreFiles {
  type Options = {
    log?: Log | undefined
    /** @default as the file system reports */
    freeBytes?: ((directory: string) => Promise<number>) | undefined
  }
}

async function readFreeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

const identityOf = ({ dev, ino }: { dev: number; ino: number }) => `${dev}:${ino}`

/** The file was deleted or replaced. */
class FileGoneError extends Error {
  override readonly name = 'FileGoneError'
}

/** Less space is left than the next writes may need. */
class DiskFullError extends Error {
  override readonly name = 'DiskFullError'
}

const checkMs = 5_000
const leastFreeBytes = 8 * 1024 * 1024
