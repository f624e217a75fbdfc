import { readUnits } from '../../admission/readUnits.js'
import { readBacklog } from '../../relay/readBacklog.js'
import type { ServiceParts } from '../../ServiceParts.js'

/**
 * Measures what the whole store holds, for the operator only.
 *
 * @returns Stops measuring.
 */
export function measureStore({
  store,
  chains,
  metrics,
  now,
}: Pick<ServiceParts, 'store' | 'chains' | 'metrics' | 'now'>): () => void {
  const measure = async () => {
    for (const { chain, queued, oldestSeconds } of await readBacklog(store, [...chains.keys()], now())) {
      metrics.gauge('relay_queued_operations', queued, { chain: String(chain) })
      metrics.gauge('relay_oldest_operation_seconds', oldestSeconds, { chain: String(chain) })
    }
    const { used, held } = await readUnits(store, 'all', now())
    metrics.gauge('quota_units_used', used, { scope: 'global' })
    metrics.gauge('quota_units_held', held, { scope: 'global' })
  }
  const timer = setInterval(() => void measure().catch(() => {}), 5_000)
  void measure().catch(() => {})
  timer.unref()
  return () => clearInterval(timer)
}
