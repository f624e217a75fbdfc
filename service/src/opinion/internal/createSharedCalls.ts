import type { CallResult } from './createModelCalls.js'
import type { Facts } from './Facts.js'

/**
 * The running model calls. Equal questions share one call. A call continues when its callers disconnect: it is already
 * counted and paid for, and its answer is cached. Otherwise a caller that disconnects at once would use up the day's
 * budget faster than one that waits.
 */
export function createSharedCalls({ run, onResult }: SharedCallParts): SharedCalls {
  const running = new Set<SharedCall>()
  const byKey = new Map<string, SharedCall>()

  return {
    get running() {
      return running.size
    },
    find: (key) => byKey.get(key),
    start(key, facts, network) {
      const cancel = new AbortController()
      const result = run(facts, network, cancel.signal).then((result) => {
        running.delete(call)
        byKey.delete(key)
        onResult(key, result)
        return result
      })
      const call: SharedCall = { key, network, cancel, result }
      byKey.set(key, call)
      running.add(call)
      return call
    },
    async wait(call, signal) {
      let leave = () => {}
      const left = new Promise<'gone'>((resolve) => {
        leave = () => resolve('gone')
      })
      signal?.addEventListener('abort', leave)
      try {
        return await Promise.race([call.result, left])
      } finally {
        signal?.removeEventListener('abort', leave)
      }
    },
    async cancelAll() {
      const left = [...running]
      for (const { cancel } of left) cancel.abort()
      await Promise.all(left.map(({ result }) => result))
    },
  }
}

type SharedCallParts = {
  /** Never rejects. */
  run: (facts: Facts, network: string | undefined, cancel: AbortSignal) => Promise<CallResult>
  onResult: (key: string, result: CallResult) => void
}

export type SharedCalls = {
  readonly running: number
  find: (key: string) => SharedCall | undefined
  start: (key: string, facts: Facts, network: string | undefined) => SharedCall
  /** @returns `gone` when the signal aborts first. */
  wait: (call: SharedCall, signal: AbortSignal | undefined) => Promise<CallResult | 'gone'>
  cancelAll: () => Promise<void>
}

/** A running call. */
type SharedCall = {
  key: string
  /** The network whose share is charged. */
  network: string | undefined
  cancel: AbortController
  result: Promise<CallResult>
}
