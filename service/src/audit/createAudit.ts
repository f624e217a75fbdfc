import type { ServiceParts } from '../ServiceParts.js'
import { StoreUnavailableError } from '../store/StoreErrors.js'
import type { Audit, AuditEvent, AuditRow, AuditWriter } from './Audit.js'
import { canonicalJson } from './canonicalJson.js'
import { GENESIS, linked } from './internal/link.js'

/**
 * Opens the audit chain of this instance. There is one in a process: it alone knows the end of the chain.
 *
 * @example
 * const audit = createAudit(parts)
 * await audit.append({ kind: 'config', body: { started: true } })
 */
export function createAudit(parts: createAudit.Parts): Audit {
  const { config, store, now } = parts
  let queue: Entry[] = []
  let running = false
  /** Unknown until it is read, and after every failure. */
  let head: End | undefined

  async function readHead() {
    const row = await store.db
      .selectFrom('audit')
      .select(['seq', 'hash', 'time'])
      .where('instance', '=', config.instanceId)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row ?? { seq: 0, hash: GENESIS, time: 0 }
  }

  function chain(entries: readonly Entry[], start: End): readonly AuditRow[] {
    const rows: AuditRow[] = []
    // A clock that is put back must not make later rows older.
    const time = Math.max(now(), start.time)
    let { seq, hash: previous } = start
    for (const { kind, body } of entries) {
      const row = linked({ instance: config.instanceId, seq: ++seq, time, kind, body, previous })
      rows.push(row)
      previous = row.hash
    }
    return rows
  }

  async function commit(entries: readonly Entry[]): Promise<readonly unknown[]> {
    for (let attempt = 1; ; attempt++) {
      head ??= await readHead()
      const start = head
      const rows = chain(entries, start)
      try {
        const results = await store.transaction(
          async (tx) => {
            const written = await writeAlong(entries, (writer, values) => writer(tx, values))
            await tx.insertInto('audit').values(rows).execute()
            return written
          },
          // Nothing is decided by what is read here; two writers of one chain meet at its key.
          { isolation: 'read committed' },
        )
        // A group is never empty.
        const { seq, hash, time } = rows.at(-1) as AuditRow
        head = { seq, hash, time }
        return results
      } catch (error) {
        // Whether it was written after all is not known; the store is.
        head = undefined
        if (error instanceof StoreUnavailableError || attempt === 3) throw error
        const { seq } = await readHead()
        if (seq === start.seq) throw error
      }
    }
  }

  async function settle(entries: readonly Entry[]): Promise<void> {
    try {
      const results = await commit(entries)
      for (const [index, entry] of entries.entries()) entry.resolve(results[index])
    } catch (error) {
      // An error that one entry has brought in is nobody else's.
      if (entries.length === 1 || error instanceof StoreUnavailableError)
        for (const entry of entries) entry.reject(error)
      else for (const entry of entries) await settle([entry])
    }
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const lone = queue.findIndex(({ isAlone }) => isAlone)
      const size = lone === -1 ? maxGroup : Math.min(Math.max(lone, 1), maxGroup)
      const entries = queue.slice(0, size)
      queue = queue.slice(size)
      await settle(entries)
    }
    running = false
  }

  function add(event: AuditEvent, along?: Entry['along'], isAlone = false): Promise<unknown> {
    const body = canonicalJson(event.body)
    return new Promise((resolve, reject) => {
      queue.push({ kind: event.kind, body, along, isAlone, resolve, reject })
      if (running) return
      running = true
      setImmediate(drain)
    })
  }

  return {
    append: async (event) => {
      await add(event)
    },
    appendWith: async <value, result>(
      event: AuditEvent,
      writer: AuditWriter<value, result>,
      value: value,
      { alone }: { alone?: boolean | undefined } = {},
    ) =>
      // Whoever gave the writer and the value is given what that writer says of it.
      (await add(event, { writer: writer as AuditWriter<unknown, unknown>, value }, alone)) as result,
  }
}

export declare namespace createAudit {
  type Parts = Pick<ServiceParts, 'store' | 'now'> & {
    config: Pick<import('../config/Config.js').Config, 'instanceId'>
  }
}

/** Seven values a row, and databases take 32,766 of them in a statement. */
const maxGroup = 500

/** The end of the chain. */
type End = { seq: number; hash: string; time: number }

type Entry = {
  kind: AuditEvent['kind']
  body: string
  along: { writer: AuditWriter<unknown, unknown>; value: unknown } | undefined
  isAlone: boolean
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** Lets each writer write all of its values at once; the results in the order of the entries. */
async function writeAlong(
  entries: readonly Entry[],
  write: (writer: AuditWriter<unknown, unknown>, values: readonly unknown[]) => Promise<readonly unknown[]>,
): Promise<readonly unknown[]> {
  const results: unknown[] = new Array(entries.length)
  const writers = new Set(entries.flatMap(({ along }) => (along ? [along.writer] : [])))
  for (const writer of writers) {
    const places = entries.flatMap(({ along }, index) => (along?.writer === writer ? [index] : []))
    const written = await write(
      writer,
      places.map((place) => entries[place]?.along?.value),
    )
    for (const [index, place] of places.entries()) results[place] = written[index]
  }
  return results
}
