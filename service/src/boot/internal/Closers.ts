import { nameOf } from '../../telemetry/nameOf.js'
import type { Log } from '../../telemetry/Telemetry.js'

/** What must be closed at shutdown. */
export class Closers {
  private readonly closers: (() => Promise<unknown> | unknown)[] = []

  constructor(private readonly log: Log) {}

  add(close: () => Promise<unknown> | unknown): void {
    this.closers.push(close)
  }

  /** Closes everything, the last added first. A failure is logged, and the rest is still closed. */
  async closeAll(): Promise<void> {
    for (const close of this.closers.splice(0).reverse())
      await Promise.resolve()
        .then(close)
        .catch((error: unknown) => this.log.warn('a part could not be closed', { error: nameOf(error) }))
  }
}
