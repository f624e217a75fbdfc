import { logSenderEvent } from '../../sender/logSenderEvent.js'
import type { SenderEvent } from '../../sender/SenderPolicy.js'
import type { Log, Metrics } from '../../telemetry/Telemetry.js'

/** Log lines and metrics of the keeper's sender. */
export function observeSender(
  { log, metrics, chainId }: { log: Log; metrics: Metrics; chainId: number },
  event: SenderEvent,
): void {
  const chain = String(chainId)
  switch (event.kind) {
    case 'spent':
      metrics.count('keeper_spend_usdc_total', { chain }, Number(event.amount) / 1e6)
      break
    case 'stopped':
      metrics.gauge('keeper_stopped', Number(event.isStopped), { chain })
      break
    case 'foreign_use':
      log.error('another program sends with the keeper key; the keeper has stopped', {
        chain: chainId,
        nonce: event.nonce,
        txHash: event.txHash,
      })
      break
    case 'resubmitted':
      log.info('a transaction of the keeper was sent again', { chain: chainId, reason: event.reason })
      break
    default:
      logSenderEvent({ log, chainId }, event)
  }
}
