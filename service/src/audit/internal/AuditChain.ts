import type { Config } from '../../config/Config.js'
import type { ServiceParts } from '../../ServiceParts.js'
import { StoreUnavailableError } from '../../store/StoreErrors.js'
import type { AuditRow } from '../Audit.js'
import type { Entry } from './Entry.js'
import { GENESIS, linked } from './link.js'
import { writeAlong } from './writeAlong.js'

/** The rows of one instance, each linked to the one before. */
export class AuditChain {
  readonly #parts: AuditChain.Parts
  /** Unknown until it is read, and after each failure. */
  #head: End | undefined

  constructor(parts: AuditChain.Parts) {
    this.#parts = parts
  }

  /**
   * Appends a group of entries in one transaction, together with the rows of their writers.
   *
   * @returns What the writers returned, in the order of the entries.
   */
  async append(entries: readonly Entry[]): Promise<readonly unknown[]> {
    for (let attempt = 1; ; attempt++) {
      this.#head ??= await this.#readHead()
      const start = this.#head
      const { rows, end } = this.#link(entries, start)
      try {
        const results = await this.#write(entries, rows)
        this.#head = end
        return results
      } catch (error) {
        // It is unknown whether the transaction was committed; read the end from the store again.
        this.#head = undefined
        if (error instanceof StoreUnavailableError || attempt === 3) throw error
        const { seq } = await this.#readHead()
        if (seq === start.seq) throw error
      }
    }
  }

  async #readHead(): Promise<End> {
    const row = await this.#parts.store.db
      .selectFrom('audit')
      .select(['seq', 'hash', 'time'])
      .where('instance', '=', this.#parts.config.instanceId)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row ?? { seq: 0, hash: GENESIS, time: 0 }
  }

  #link(entries: readonly Entry[], start: End): { rows: readonly AuditRow[]; end: End } {
    const { now, config } = this.#parts
    // When the clock was set back, later rows must still not be older.
    const time = Math.max(now(), start.time)
    let { seq, hash } = start
    const rows = entries.map(({ kind, body }) => {
      seq += 1
      const row = linked({ instance: config.instanceId, seq, time, kind, body, previous: hash })
      hash = row.hash
      return row
    })
    return { rows, end: { seq, hash, time } }
  }

  #write(entries: readonly Entry[], rows: readonly AuditRow[]): Promise<readonly unknown[]> {
    return this.#parts.store.transaction(
      async (tx) => {
        const written = await writeAlong(tx, entries)
        await tx.insertInto('audit').values(rows).execute()
        return written
      },
      // Nothing is decided by what is read here; two writers of one chain conflict on its primary key.
      { isolation: 'read committed' },
    )
  }
}

export declare namespace AuditChain {
  type Parts = Pick<ServiceParts, 'store' | 'now'> & { config: Pick<Config, 'instanceId'> }
}

/** The end of the chain. */
type End = { seq: number; hash: string; time: number }
