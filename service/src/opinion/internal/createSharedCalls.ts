import type { CallResult } from './createModelCalls.js'
import type { Facts } from './Facts.js'

/** Model calls that run now. Equal questions share one call, which is cancelled when no caller waits for it any more. */
export function createSharedCalls({ run, onResult }: SharedCallParts): SharedCalls {
  const running = new Set<SharedCall>()
  const byKey = new Map<string, SharedCall>()

  function forget(call: SharedCall): void {
    if (byKey.get(call.key) === call) byKey.delete(call.key)
  }

  return {
    get running() {
      return running.size
    },
    find: (key) => byKey.get(key),
    start(key, facts, network) {
      const cancel = new AbortController()
      const result = run(facts, network, cancel.signal).then((result) => {
        running.delete(call)
        forget(call)
        onResult(key, result)
        return result
      })
      const call: SharedCall = { key, network, cancel, waiting: 0, result }
      byKey.set(key, call)
      running.add(call)
      return call
    },
    async wait(call, signal) {
      call.waiting++
      let leave = () => {}
      const left = new Promise<'gone'>((resolve) => {
        leave = () => resolve('gone')
      })
      signal?.addEventListener('abort', leave)
      try {
        return await Promise.race([call.result, left])
      } finally {
        signal?.removeEventListener('abort', leave)
        if (--call.waiting === 0) {
          forget(call)
          call.cancel.abort()
        }
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

/** A call, and how many callers wait for it. */
type SharedCall = {
  key: string
  /** Whose share is charged. */
  network: string | undefined
  cancel: AbortController
  waiting: number
  result: Promise<CallResult>
}
