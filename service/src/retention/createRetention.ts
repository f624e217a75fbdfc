import { pruneAudit } from '../audit/pruneAudit.js'
import type { ServiceParts } from '../ServiceParts.js'
import { nameOf } from '../telemetry/nameOf.js'
import { pruneCounters } from './internal/pruneCounters.js'
import { pruneEnded } from './internal/pruneEnded.js'
import { pruneSignatures } from './internal/pruneSignatures.js'
import { pruneTransactions } from './internal/pruneTransactions.js'

/**
 * Deletes what is no longer needed, once an hour, a little at a time. Never anything whose loss could make an operation
 * happen twice:
 *
 * | what | is deleted | is kept |
 * | --- | --- | --- |
 * | operations | days after their end | while open; gas seeds permanently, since a recipient is seeded once |
 * | transactions, user operations | days after they settled | while their operation, or another for their nonce, is open |
 * | the co-signer's signatures | days after their box expired | while the box could accept them, or a second one |
 * | quotas, spending | days after their day | while anything is held on them |
 * | audit | after its own days, up to a checkpoint from which the rest verifies | the last row of each chain |
 *
 * The next nonce of a key, and a stop of the key, are kept permanently, so no nonce is ever signed twice.
 *
 * Instances that share a server may all run it: rows that one has deleted the others do not find.
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
      // Tried again in the next hour.
      log.warn('pruning failed and is tried again later', { error: nameOf(error) })
    })
  }

  return {
    prune,
    start() {
      if (timer !== undefined) return
      // A start has other work to do first.
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
    /** Between the start and the first run. @default 60_000 */
    firstMs?: number | undefined
  }
}

export type Retention = {
  /** Prunes once, now. If there are very many rows, the rest is left for the next run. */
  prune: () => Promise<void>
  /** Prunes after a minute, and then every hour. */
  start: () => void
  /** Finishes the deletion in progress. */
  stop: () => Promise<void>
}

const dayMs = 86_400_000
const hourMs = 3_600_000
