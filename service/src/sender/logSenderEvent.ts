import type { Log } from '../telemetry/Telemetry.js'
import type { SenderEvent } from './SenderPolicy.js'

/** Log lines of the events that mean the same for every user of a sender. The others are for the user itself. */
export function logSenderEvent(
  { log, chainId }: { log: Pick<Log, 'warn' | 'error'>; chainId: number },
  event: SenderEvent,
): void {
  switch (event.kind) {
    case 'gap_filled':
      log.warn('a gap is filled', { chain: chainId, nonce: event.nonce })
      break
    case 'refused_everywhere':
      log.warn('every endpoint has refused a transaction', { chain: chainId, nonce: event.nonce })
      break
    case 'mined_although_refused':
      log.error('a transaction that every endpoint had refused was mined', {
        nonce: event.nonce,
        txHash: event.txHash,
      })
      break
    case 'not_followed':
      log.warn('a transaction could not be followed', { chain: chainId, nonce: event.nonce, error: event.error })
      break
  }
}
