import { pruneAudit } from '../audit/pruneAudit.js'
import type { ServiceParts } from '../ServiceParts.js'
import { nameOf } from '../telemetry/nameOf.js'
import { pruneCounters } from './internal/pruneCounters.js'
import { pruneEnded } from './internal/pruneEnded.js'
import { pruneSignatures } from './internal/pruneSignatures.js'
import { pruneTransactions } from './internal/pruneTransactions.js'

/**
 * Forgets what nobody needs any more, once an hour, a little at a time. Never what could make something happen twice:
 *
 * | what | goes | stays |
 * | --- | --- | --- |
 * | operations | so many days after their end | while open; a gas seed for ever, since a recipient is seeded once |
 * | transactions, user operations | so many days after they were settled | while their operation is open, or anything signed for their nonce is |
 * | the co-signer's signatures | so many days after their box can spend no more | while the box could take them, or a second one |
 * | quotas, spending | so many days after their day | while anything is held on them |
 * | audit | after its own time, up to a checkpoint from which the rest verifies | the last row of each chain |
 *
 * The next nonce of a key and what has stopped it stay for ever, so no nonce is ever signed for anew.
 *
 * Instances that share a server may all do it: what one has deleted the others do not find.
 *
 * @example
 * const retention = createRetention(parts)
 * retention.start()
 */
export function createRetention(
  { store, config, log, now }: createRetention.Parts,
  { firstMs = 60_000 }: createRetention.Options = {},
): Retention {
  const { auditDays, endedDays } = config.retention
  let running: Promise<unknown> = Promise.resolve()
  let first: NodeJS.Timeout | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopping = false

  async function prune(): Promise<void> {
    const ended = now() - endedDays * dayMs
    const steps = [
      () => pruneEnded(store, ended, now()),
      () => pruneTransactions(store, ended),
      () => pruneSignatures(store, ended),
      () => pruneCounters(store, now()),
      () => pruneAudit(store, now() - auditDays * dayMs),
    ]
    for (const step of steps) if (!isStopping) await step()
  }
  const turn = () => {
    running = running.then(prune).catch((error: unknown) => {
      // The next hour tries again.
      log.warn('pruning was put off', { error: nameOf(error) })
    })
  }

  return {
    prune,
    start() {
      if (timer !== undefined) return
      // A start has other things to do.
      first = setTimeout(turn, firstMs).unref()
      timer = setInterval(turn, hourMs).unref()
    },
    async stop() {
      isStopping = true
      clearTimeout(first)
      clearInterval(timer)
      await running
    },
  }
}

export declare namespace createRetention {
  type Parts = Pick<ServiceParts, 'store' | 'log' | 'now'> & {
    config: Pick<import('../config/Config.js').Config, 'retention'>
  }
  type Options = {
    /** Between the start and the first time. @default 60_000 */
    firstMs?: number | undefined
  }
}

export type Retention = {
  /** Once, now. Where there is very much, the rest is for the next time. */
  prune: () => Promise<void>
  /** In a minute, and then every hour. */
  start: () => void
  /** Finishes what is being deleted. */
  stop: () => Promise<void>
}

const dayMs = 86_400_000
const hourMs = 3_600_000
