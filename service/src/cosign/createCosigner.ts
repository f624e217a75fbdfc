import { type CosignRequest, encodeCosignRequest } from '@holdfast/sdk/wire'
import { callersNow } from '../chains/callers.js'
import { nameOf } from '../telemetry/nameOf.js'
import type { Cosigner, CosignResult } from './Cosigner.js'
import { chainOf } from './internal/Evaluation.js'
import { judge } from './internal/judge.js'
import { openCosignParts } from './internal/openCosignParts.js'
import { unlessAborted } from './internal/unlessAborted.js'

/**
 * Opens the co-signer. `internal/decide.ts` lists the steps of each request. A signature costs two requests to the chain:
 * one read of the box and one simulation at the same block.
 *
 * @throws `SealingKeyError` when the key cannot be used to seal with, and what the key throws.
 * @example
 * const cosigner = await createCosigner({ ...parts, audit, tally, firewall, announcements })
 * const result = await cosigner.judge(decodeCosignRequest(body))
 */
export async function createCosigner(
  parts: createCosigner.Parts,
  options: createCosigner.Options = {},
): Promise<Cosigner> {
  const opened = await openCosignParts(parts, options)
  const { bindings, signer } = opened
  const judgeOnce = shareRunning((request, network) => judge(opened, request, network))
  const purge = () => bindings.purge()
  purgeUntilStopped(purge, parts)

  return {
    address: signer.address,
    async judge(request, { signal, network } = {}) {
      // Before anything is shared or counted.
      chainOf(request, parts.chains)
      const judged = judgeOnce(request, network)
      return signal === undefined ? judged : unlessAborted(judged, signal)
    },
    purge,
  }
}

export declare namespace createCosigner {
  type Parts = openCosignParts.Parts
  type Options = openCosignParts.Options
  type Timing = openCosignParts.Timing
  type ErrorType = import('./CosignErrors.js').SealingKeyError
}

const purgeMs = 60_000

/** Equal requests of one network that arrive while one is being judged get its result; none waits as a task of another network. */
function shareRunning(work: (request: CosignRequest, network: string | undefined) => Promise<CosignResult>) {
  const running = new Map<string, Promise<CosignResult>>()
  return (request: CosignRequest, network: string | undefined): Promise<CosignResult> => {
    const key = JSON.stringify([...callersNow(), encodeCosignRequest(request)])
    const known = running.get(key)
    if (known !== undefined) return known
    // Not aborted with the first caller: others may be waiting for the same result.
    const result = work(request, network).finally(() => running.delete(key))
    running.set(key, result)
    return result
  }
}

function purgeUntilStopped(
  purge: () => Promise<void>,
  { log, stopping }: Pick<createCosigner.Parts, 'log' | 'stopping'>,
): void {
  const timer = setInterval(() => {
    purge().catch((error: unknown) => log.warn('bindings could not be purged', { error: nameOf(error) }))
  }, purgeMs)
  timer.unref()
  if (stopping.aborted) clearInterval(timer)
  else stopping.addEventListener('abort', () => clearInterval(timer), { once: true })
}
