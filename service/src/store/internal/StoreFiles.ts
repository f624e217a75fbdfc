import { statSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Log } from '../../telemetry/Telemetry.js'
import { StoreUnavailableError } from '../StoreErrors.js'

/**
 * Watches the files of an embedded store. A process goes on writing to a file that was deleted, and all of it is lost at its
 * end; and without the lock file a second process could open the directory. Once one is gone nothing is read or written any
 * more: only a restart can tell which files count.
 */
export class StoreFiles {
  readonly #directory: string
  readonly #log: Log | undefined
  readonly #freeBytes: (directory: string) => Promise<number>
  readonly #files: ReadonlyMap<string, string>
  readonly #timer: NodeJS.Timeout
  #missing: string | undefined

  /** @param files - Paths, all there. */
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

  /** Looks at the files and at the room around them.
   * @throws {@link StoreUnavailableError} */
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
    /** @default what the file system says */
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

/** Less room is left than the next writes may need. */
class DiskFullError extends Error {
  override readonly name = 'DiskFullError'
}

const checkMs = 5_000
const leastFreeBytes = 8 * 1024 * 1024
