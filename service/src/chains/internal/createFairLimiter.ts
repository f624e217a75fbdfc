import { callersNow } from '../callers.js'
import { FairQueue } from './FairQueue.js'

/**
 * Creates a `Limiter` of the SDK that is fair to the callers for whom its tasks are done; {@link FairQueue} has the rule.
 *
 * Of more than `maxQueued` tasks that wait, the oldest of the caller with most is dropped; one that has waited for
 * `maxWaitMs` is dropped as well.
 *
 * @example
 * const limiter = createFairLimiter({ concurrency: 2, reserved: 1, maxQueued: 256 })
 * const history = await limiter.run(() => read(sender), signal)
 */
export function createFairLimiter(options: createFairLimiter.Options): FairLimiter {
  const { maxQueued, maxWaitMs, onQueued, onDropped } = options
  const queue = new FairQueue<QueuedTask>(options)
  let pausedUntil = 0
  let isTimed = false

  function startTasks(): void {
    const pauseMs = pausedUntil - performance.now()
    if (pauseMs > 0) {
      if (queue.size > 0 && !isTimed) setTimeout(endPause, pauseMs)
      isTimed ||= queue.size > 0
      return
    }
    for (let next = queue.take(); next !== undefined; next = queue.take()) next.task.start(next.caller)
    onQueued?.(queue.size)
  }

  function endPause(): void {
    isTimed = false
    startTasks()
  }

  function drop(task: QueuedTask | undefined, why: string): void {
    task?.reject(new Error(why))
    onDropped?.()
  }

  /** Waits for a place. Returns the caller to whom it is given. */
  function enter(signal: AbortSignal | undefined): Promise<string> {
    return new Promise((resolve, reject) => {
      const task: QueuedTask = {
        callers: callersNow(),
        start(caller) {
          stopWaiting()
          resolve(caller)
        },
        reject(reason) {
          stopWaiting()
          queue.remove(task)
          onQueued?.(queue.size)
          reject(reason)
        },
      }
      const abort = () => task.reject(signal?.reason)
      const expire = () => drop(task, `There is no place after ${maxWaitMs} ms.`)
      const timer = maxWaitMs === undefined ? undefined : setTimeout(expire, maxWaitMs)
      const stopWaiting = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
      signal?.addEventListener('abort', abort, { once: true })
      queue.add(task)
      startTasks()
      if (queue.size > maxQueued) drop(queue.excess(), 'Too many others wait.')
    })
  }

  return {
    async run(task, signal) {
      signal?.throwIfAborted()
      const caller = await enter(signal)
      try {
        return await task()
      } finally {
        queue.release(caller)
        startTasks()
      }
    },
    wake: startTasks,
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms)
    },
  }
}

export declare namespace createFairLimiter {
  type Options = FairQueue.Options & {
    /** Tasks that wait. */
    maxQueued: number
    /** How long each may wait, in milliseconds. @default as long as its caller does */
    maxWaitMs?: number | undefined
    /** Called with how many wait. */
    onQueued?: ((queued: number) => void) | undefined
    /** Called for each that is dropped. */
    onDropped?: (() => void) | undefined
  }
}

/** A `Limiter` of the SDK. */
export type FairLimiter = {
  /** Runs a task when a place is free for one of its callers. Rejects with the signal's reason when the caller gives up before. */
  run: <value>(task: () => Promise<value>, signal: AbortSignal | undefined) => Promise<value>
  /** Starts what a caller that has joined a task allows. */
  wake: () => void
  /** Starts nothing new for so long: the host has asked for it. */
  pause: (ms: number) => void
}

/** A task that waits for a place. */
type QueuedTask = FairQueue.Task & {
  start: (caller: string) => void
  reject: (reason: unknown) => void
}
