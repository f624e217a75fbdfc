import type { Asker, PaymentCheck, Verdict } from './createPaymentCheck.js'
import type { SummedPayment } from './sumPayments.js'
import { sweepLater } from './sweepLater.js'

/**
 * Keeps the verdict on a payment, and has requests for the same payment share one check, which ends when each that waits for it has been
 * given up.
 */
export function shareVerdicts(
  check: PaymentCheck,
  { lifetimeMs, now }: { lifetimeMs: number; now: () => number },
): (payment: SummedPayment, asker: Asker) => Promise<Verdict> {
  const kept = new Map<string, KeptVerdict>()
  const forgetInTime = sweepLater(() => {
    for (const [key, { at }] of kept) {
      const leftMs = at + lifetimeMs - now()
      // The oldest comes first.
      if (leftMs > 0) return leftMs
      kept.delete(key)
    }
    return undefined
  })
  const forget = (key: string, entry: KeptVerdict) => {
    if (kept.get(key) === entry) kept.delete(key)
  }
  const begin = (payment: SummedPayment, user: string | undefined): KeptVerdict => {
    const { key } = payment
    const leaving = new AbortController()
    const verdict = check(payment, { user, signal: leaving.signal })
    const entry: KeptVerdict = { at: now(), verdict, waiting: 0, leaving }
    kept.delete(key)
    kept.set(key, entry)
    forgetInTime()
    // A verdict that was caused by missing data is not kept: the data may be available a moment later.
    void verdict.then(({ kind }) => {
      if (kind === 'unavailable') forget(key, entry)
    })
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    return entry
  }

  return (payment, { user, signal }) => {
    const known = kept.get(payment.key)
    const entry = known && now() - known.at < lifetimeMs ? known : begin(payment, user)
    entry.waiting++
    if (!signal) return entry.verdict
    const leave = () => {
      entry.waiting--
      if (entry.waiting > 0) return
      forget(payment.key, entry)
      entry.leaving.abort(signal.reason)
    }
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    void entry.verdict.then(() => signal.removeEventListener('abort', leave))
    return entry.verdict
  }
}

type KeptVerdict = {
  at: number
  verdict: Promise<Verdict>
  /** Requests that wait for it, or have its verdict. */
  waiting: number
  /** Gives the check up. */
  leaving: AbortController
}

const maxKept = 1_000
