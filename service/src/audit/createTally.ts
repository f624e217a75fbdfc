import type { ServiceParts } from '../ServiceParts.js'
import { elapsed as sinceStart } from '../telemetry/elapsed.js'
import { nameOf } from '../telemetry/nameOf.js'
import type { Audit, AuditEvent } from './Audit.js'
import type { CanonicalObject } from './canonicalJson.js'

/**
 * Records events that any caller can cause without limit. The first event of a sort is written at once, in full; those
 * that follow within the hour are one more row at its end, with their number. If the process dies, the count of the
 * current hour is lost.
 *
 * @example
 * const tally = createTally({ audit, log, now })
 * tally.note({ kind: 'refuse', sort: { reason: 'fee_ceiling', operationKind: 'gas', chain: 5042002 } })
 */
export function createTally({ audit, log, now, elapsed = sinceStart }: createTally.Parts): Tally {
  const counted = new Map<string, Counted>()

  const writing = new Set<Promise<void>>()

  function write(kind: AuditEvent['kind'], body: CanonicalObject): void {
    const written = audit
      .append({ kind, body })
      .catch((error: unknown) => log.error('a decision could not be recorded', { error: nameOf(error) }))
      .finally(() => writing.delete(written))
    writing.add(written)
  }

  function flush(isDue: (begun: number) => boolean): void {
    for (const [key, { kind, sort, since, begun, more }] of counted) {
      if (!isDue(begun)) continue
      counted.delete(key)
      if (more > 0) write(kind, { ...sort, count: more, since })
    }
  }
  const flushDue = () => flush((begun) => elapsed() - begun >= hourMs)
  const timer = setInterval(flushDue, minuteMs)
  timer.unref()

  return {
    note({ kind, sort, details }) {
      flushDue()
      const key = JSON.stringify([kind, sort])
      const known = counted.get(key)
      if (known !== undefined) {
        known.more++
        return
      }
      const since = now()
      counted.set(key, { kind, sort, since, begun: elapsed(), more: 0 })
      write(kind, { ...details, ...sort, count: 1, since })
    },
    async stop() {
      clearInterval(timer)
      flush(() => true)
      await Promise.all(writing)
    },
  }
}

export declare namespace createTally {
  type Parts = Pick<ServiceParts, 'log' | 'now' | 'elapsed'> & { audit: Pick<Audit, 'append'> }
}

type Counted = {
  kind: AuditEvent['kind']
  sort: CanonicalObject
  /** Unix milliseconds, for the row. */
  since: number
  /** The same moment, in monotonic milliseconds. */
  begun: number
  more: number
}

/** An event that is counted. */
export type Tallied = {
  kind: AuditEvent['kind']
  /** What it is counted by: few values, and none that identifies the caller. */
  sort: CanonicalObject
  /** Further fields of the first event of an hour. */
  details?: CanonicalObject | undefined
}

export type Tally = {
  /** Never throws and never waits. */
  note: (tallied: Tallied) => void
  /** Writes the counts. */
  stop: () => Promise<void>
}

const hourMs = 3_600_000
const minuteMs = 60_000
