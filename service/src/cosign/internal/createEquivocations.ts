import type { ServiceParts } from '../../ServiceParts.js'
import { elapsed as sinceStart } from '../../telemetry/elapsed.js'

/**
 * Counts second signatures for one nonce. They are allowed, since only one of them can ever be spent and a refusal would let
 * any caller block the payer; many of them suggest an attack.
 */
export function createEquivocations({
  elapsed = sinceStart,
  metrics,
  log,
}: Pick<ServiceParts, 'elapsed' | 'metrics' | 'log'>): () => void {
  let times: number[] = []
  let toldAt = Number.NEGATIVE_INFINITY
  return () => {
    metrics.count('cosign_equivocations_total')
    const time = elapsed()
    times = [...times.filter((at) => at > time - hourMs).slice(-allowed), time]
    if (times.length <= allowed || toldAt > time - hourMs) return
    toldAt = time
    metrics.count('cosign_equivocation_alerts_total')
    log.error('many second signatures for one nonce', { allowedPerHour: allowed })
  }
}

const allowed = 5
const hourMs = 3_600_000
