import type { Limiter } from '../../chain/explorerApi/limiter.js'
import { withDeadline } from '../../chain/withDeadline.js'

/** Work that callers with one key share. */
export type Shared<value> = {
  /** Rejects with the signal's reason when this caller gives up; the work goes on, others may wait for it. */
  wait: (signal: AbortSignal | undefined) => Promise<value>
}

/**
 * Starts work that callers with one key share, when the limiter lets it. Work that all callers have left before its turn is not
 * begun; once begun it ends, since its result is kept.
 */
export function share<value>(
  running: Map<string, Shared<value>>,
  key: string,
  limiter: Limiter,
  work: () => Promise<value>,
): Shared<value> {
  const left = new AbortController()
  let waiting = 0
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return work()
  }
  const forget = () => {
    if (running.get(key) === shared) running.delete(key)
  }
  const result = limiter.run(begin, left.signal).finally(forget)
  // Each caller hears of a failure in its own wait.
  result.catch(() => {})
  const shared: Shared<value> = {
    async wait(signal) {
      waiting++
      try {
        return await withDeadline(() => result, { signal })
      } finally {
        waiting--
        if (waiting === 0 && !hasBegun) {
          forget()
          left.abort(new Error('Every caller has given up.'))
        }
      }
    },
  }
  running.set(key, shared)
  return shared
}
