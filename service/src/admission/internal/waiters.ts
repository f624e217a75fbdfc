import type { Store } from '../../store/Store.js'
import type { Operation } from '../Admission.js'
import { toOperation } from '../operationRow.js'

/**
 * Notifies waiting requests of an outcome: at once when this process ends the operation, within one poll when another
 * instance does. One query serves all of them, and none runs while there are no waiting requests.
 */
export function createWaiters(options: { store: Store; pollMs: number }): {
  wait: (id: string, options: { waitMs: number; signal: AbortSignal }) => Waiting
  notify: (operation: Operation) => void
} {
  const { store, pollMs } = options
  const waiting = new Map<string, Set<(operation: Operation) => void>>()
  let timer: NodeJS.Timeout | undefined

  function notify(operation: Operation): void {
    for (const tell of waiting.get(operation.id) ?? []) tell(operation)
  }

  async function poll(): Promise<void> {
    const ids = [...waiting.keys()]
    if (ids.length === 0) return
    const rows = await store.db
      .selectFrom('operations')
      .selectAll()
      .where('id', 'in', ids)
      .where('outcome', 'is not', null)
      .execute()
    for (const row of rows) notify(toOperation(row))
  }

  function schedule(): void {
    if (timer || waiting.size === 0) return
    timer = setTimeout(async () => {
      // An outage is not an outcome; the next poll asks again.
      await poll().catch(() => {})
      timer = undefined
      schedule()
    }, pollMs)
  }

  return {
    notify,
    wait(id, { waitMs, signal }) {
      let stop = () => {}
      const outcome = new Promise<Operation | undefined>((resolve) => {
        const end = (operation?: Operation) => {
          clearTimeout(deadline)
          signal.removeEventListener('abort', abort)
          listeners.delete(end)
          if (listeners.size === 0 && waiting.get(id) === listeners) waiting.delete(id)
          resolve(operation)
        }
        const abort = () => end()
        const deadline = setTimeout(end, waitMs)
        const listeners = waiting.get(id) ?? new Set()
        waiting.set(id, listeners.add(end))
        signal.addEventListener('abort', abort)
        stop = abort
        if (signal.aborted) end()
      })
      schedule()
      return { outcome, stop }
    },
  }
}

/** A waiting request. */
export type Waiting = {
  /** `undefined` when time ran out or the caller disconnected. */
  outcome: Promise<Operation | undefined>
  stop: () => void
}
