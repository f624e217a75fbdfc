import type { Audit } from './Audit.js'

/**
 * Writes down what was refused for money. Anybody can bring a refusal about, as often as he likes, so no more is kept of them
 * than how many there were: of a reason, a kind of operation and a chain the first one is a row at once, and all that follow
 * within the hour are one more row at its end. A process that dies takes the count of an hour with it.
 *
 * @example
 * const refusals = createRefusals({ audit, log, now })
 * refusals.note({ reason: 'fee_ceiling', kind: 'gas', chainId: 5042002 })
 */
export function createRefusals({ audit, log, now }: createRefusals.Context): Refusals {
  const counted = new Map<string, { refusal: Refusal; since: number; more: number }>()

  const write = ({ reason, kind, chainId }: Refusal, count: number, since: number) =>
    audit
      .append({ kind: 'refuse', body: { reason, operationKind: kind, chain: chainId, count, since } })
      .catch((error: unknown) =>
        log.error('a refusal could not be recorded', { error: error instanceof Error ? error.name : typeof error }),
      )

  async function flush(isDue: (since: number) => boolean): Promise<void> {
    const due = [...counted].filter(([, { since }]) => isDue(since))
    for (const [key] of due) counted.delete(key)
    const rows = due.filter(([, { more }]) => more > 0)
    await Promise.all(rows.map(([, { refusal, more, since }]) => write(refusal, more, since)))
  }
  const flushDue = () => flush((since) => Math.abs(now() - since) >= HOUR_MS)
  const timer = setInterval(flushDue, MINUTE_MS)
  timer.unref()

  return {
    note(refusal) {
      void flushDue()
      const key = JSON.stringify([refusal.reason, refusal.kind, refusal.chainId])
      const known = counted.get(key)
      if (known !== undefined) {
        known.more++
        return
      }
      const since = now()
      counted.set(key, { refusal, since, more: 0 })
      void write(refusal, 1, since)
    },
    async stop() {
      clearInterval(timer)
      await flush(() => true)
    },
  }
}

export declare namespace createRefusals {
  type Context = Pick<import('../Context.js').Context, 'log' | 'now'> & { audit: Pick<Audit, 'append'> }
}

/** Somebody was refused something for money; nothing of who it was. */
export type Refusal = {
  /** A code of few. */
  reason: string
  /** Of what was asked for. */
  kind: string
  chainId: number
}

export type Refusals = {
  /** Never throws and never waits. */
  note: (refusal: Refusal) => void
  /** Writes down what was counted. */
  stop: () => Promise<void>
}

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
