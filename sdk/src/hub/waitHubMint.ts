import type { IssuerWaitOptions } from '../chain/issuerApi/options.js'
import { sleep } from '../chain/sleep.js'
import { withDeadline } from '../chain/withDeadline.js'
import { InvalidInputError } from '../errors/input.js'
import { findHubMint } from './findHubMint.js'
import type { HubTransferStatus } from './types.js'

/**
 * Waits until a spend is minted, or will never be.
 *
 * @returns `pending` when it was neither in time: it is still on its way, and can be asked for again at any time.
 * @throws Only `InvalidInputError`, before any request, and the reason of the signal.
 * @example
 * const id = localStorage.getItem('transferId') ?? ''
 * const { state, reason } = await waitHubMint({ transferId: id, timeoutMs: 60_000 })
 */
export async function waitHubMint(params: waitHubMint.Parameters): Promise<HubTransferStatus> {
  const {
    timeoutMs = 120_000,
    pollMs = 2_000,
    now = () => performance.now(),
    signal = new AbortController().signal,
  } = params
  const deadline = now() + timeoutMs
  for (;;) {
    const status = await withDeadline((ended) => findHubMint({ ...params, signal: ended }), {
      timeoutMs: Math.max(deadline - now(), pollMs, 1_000),
      signal,
    }).catch((error: unknown): HubTransferStatus => {
      if (error instanceof InvalidInputError) throw error
      return { state: 'pending' }
    })
    signal.throwIfAborted()
    const leftMs = deadline - now()
    if (status.state !== 'pending' || leftMs <= 0) return status
    await sleep(Math.min(pollMs, leftMs), signal)
  }
}

export declare namespace waitHubMint {
  type Parameters = findHubMint.Parameters & IssuerWaitOptions
}
