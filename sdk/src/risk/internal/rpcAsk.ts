import type { ReadClient } from '../../chain/clients.js'
import type { Limiter } from '../../chain/explorerApi/limiter.js'
import { causesOf } from '../../chain/failure.js'
import { sleep } from '../../chain/sleep.js'
import { withDeadline } from '../../chain/withDeadline.js'

/** Makes one JSON-RPC request. */
export type Ask = (method: string, params: readonly unknown[], signal: AbortSignal | undefined) => Promise<unknown>

const maxTries = 3
/** Codes of JSON-RPC with which a node judges the request. */
const lastingCodes: readonly number[] = [-32000, -32001, -32601, -32602, -32004]

/** Asks through a client, a few requests at a time; a node that is busy or silent is asked again. */
export function createAsk(
  client: ReadClient,
  { limiter, timeoutMs, retryDelayMs }: { limiter: Limiter; timeoutMs: number; retryDelayMs: number },
): Ask {
  // The methods are this folder's own choice; their types would be repeated for each.
  const request = client.request as (call: object, options: object) => Promise<unknown>
  return (method, params, signal) =>
    limiter.run(
      () =>
        withDeadline(
          async (ended) => {
            for (let tries = 1; ; tries++) {
              try {
                return await request({ method, params }, { retryCount: 0 })
              } catch (error) {
                if (tries === maxTries || !isPassing(error)) throw error
                await sleep(retryDelayMs * tries, ended)
              }
            }
          },
          { timeoutMs, signal },
        ),
      signal,
    )
}

/** What a node says about the request itself will not change. */
function isPassing(error: unknown): boolean {
  return !causesOf(error).some(({ code }) => typeof code === 'number' && lastingCodes.includes(code))
}
