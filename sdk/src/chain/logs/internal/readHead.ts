import { backoff } from '../../backoff.js'
import type { ReadClient } from '../../clients.js'
import { pause } from '../../sleep.js'
import { withDeadline } from '../../withDeadline.js'
import { judge } from './judge.js'
import type { Patience } from './LogPipeline.js'

/**
 * Reads the chain's head, repeating what can be repeated.
 *
 * @throws What the last attempt threw.
 */
export async function readHead(
  client: Pick<ReadClient, 'request'>,
  { attempts, delayMs, maxDelayMs }: Patience,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<bigint> {
  const options: { retryCount: number; signal: AbortSignal } = { retryCount: 0, signal }
  for (let failures = 0; ; ) {
    try {
      const ask = () => client.request({ method: 'eth_blockNumber' }, options)
      return BigInt(await withDeadline(ask, { timeoutMs, signal }))
    } catch (error) {
      if (++failures >= attempts || signal.aborted || judge(error).kind === 'refused') throw error
      await pause(backoff(failures, delayMs, maxDelayMs), signal)
    }
  }
}
