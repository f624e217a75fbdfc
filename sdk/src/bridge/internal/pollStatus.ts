import type { IssuerWaitOptions } from '../../chain/issuerApi/options.js'
import { sleep } from '../../chain/sleep.js'
import { IssuerUnavailableError } from '../../errors/issuer.js'
import type { BridgeStatus } from '../types.js'
import { askMessages } from './attestationApi.js'
import type { Burn } from './burn.js'

/** Until which time something is waited for, by the caller's clock. */
export type Patience = { deadline: number; now: () => number; pollMs: number; signal: AbortSignal }

/** Twenty minutes: final on the slow chains, but for one. */
const defaultTimeoutMs = 1_200_000

export function patienceOf({
  timeoutMs = defaultTimeoutMs,
  pollMs = 3_000,
  now = () => performance.now(),
  signal,
}: IssuerWaitOptions): Patience {
  return { deadline: now() + timeoutMs, now, pollMs, signal: signal ?? new AbortController().signal }
}

/**
 * Asks again and again, and takes a silent issuer for what it is: no answer.
 *
 * @param isOver - Called with every answer.
 * @returns The first answer that is final, else the last one when the time is over; `undefined` when there was none.
 * @throws `IssuerRefusedError`, what `isOver` throws, the reason of the signal.
 */
export async function pollStatus(
  burn: Burn,
  isOver: (status: BridgeStatus) => boolean,
  { deadline, now, pollMs, signal }: Patience,
  options: IssuerWaitOptions,
): Promise<BridgeStatus | undefined> {
  let latest: BridgeStatus | undefined
  for (;;) {
    let waitMs = pollMs
    try {
      latest = await askMessages(burn, { ...options, signal })
      if (isOver(latest)) return latest
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof IssuerUnavailableError)) throw error
      waitMs = Math.max(pollMs, error.retryAfterMs ?? 0)
    }
    const leftMs = deadline - now()
    if (leftMs <= 0) return latest
    await sleep(Math.min(waitMs, leftMs), signal)
  }
}
