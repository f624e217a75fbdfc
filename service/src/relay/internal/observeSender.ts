import { logSenderEvent } from '../../sender/logSenderEvent.js'
import type { SenderEvent } from '../../sender/SenderPolicy.js'
import type { RelayParts } from './RelayParts.js'

/** Log lines and metrics of the relay's sender. */
export function observeSender(
  { log, metrics, chain: { id } }: Pick<RelayParts, 'log' | 'metrics' | 'chain'>,
  event: SenderEvent,
): void {
  const chain = String(id)
  switch (event.kind) {
    case 'lease_taken':
      log.info('this instance sends for the relay', { chain: id, fence: event.fence })
      break
    case 'lease_lost':
      log.warn('this instance no longer sends for the relay', { chain: id })
      break
    case 'recovered':
      log.info('the relay has recovered', { chain: id, open: event.open, holes: event.holes })
      break
    case 'stopped':
      metrics.gauge('relay_stopped', Number(event.isStopped), { chain })
      if (event.hasChanged && event.isStopped)
        log.error('the relay is stopped: another program has sent with the relayer key', { chain: id })
      if (event.hasChanged && !event.isStopped) log.info('the relay may continue', { chain: id })
      break
    case 'foreign_use':
      metrics.count('relay_nonce_errors_total', { chain, reason: 'foreign use' })
      log.error('another program sends with the relayer key; the relay has stopped', {
        chain: id,
        nonce: event.nonce,
        txHash: event.txHash,
      })
      break
    case 'nonce_error':
      metrics.count('relay_nonce_errors_total', { chain, reason: event.reason })
      break
    case 'resubmitted':
      metrics.count('relay_resubmissions_total', { chain, reason: event.reason })
      break
    case 'not_recorded':
      log.debug('a broadcast was not recorded', { error: event.error })
      break
    default:
      logSenderEvent({ log, chainId: id }, event)
  }
}
