/** Lets so many tasks run at a time, and can hold all of them back for a while. */
export type Limiter = {
  /** Runs the task when it is its turn. Rejects with the signal's reason when the caller gives up before. */
  run: <value>(task: () => Promise<value>, signal: AbortSignal | undefined) => Promise<value>
  /** Starts nothing new for so long: the host has asked for it. */
  pause: (ms: number) => void
}

export function createLimiter(maxConcurrent: number): Limiter {
  const waiting: (() => void)[] = []
  let running = 0
  let pausedUntil = 0
  let isTimed = false

  function pump(): void {
    const pauseMs = pausedUntil - performance.now()
    if (pauseMs > 0) {
      if (waiting.length > 0 && !isTimed) setTimeout(resume, pauseMs)
      isTimed ||= waiting.length > 0
      return
    }
    while (running < maxConcurrent) {
      const start = waiting.shift()
      if (start === undefined) return
      running++
      start()
    }
  }

  function resume(): void {
    isTimed = false
    pump()
  }

  return {
    async run(task, signal) {
      signal?.throwIfAborted()
      await new Promise<void>((resolve, reject) => {
        const giveUp = () => {
          const place = waiting.indexOf(start)
          if (place >= 0) waiting.splice(place, 1)
          reject(signal?.reason)
        }
        const start = () => {
          signal?.removeEventListener('abort', giveUp)
          resolve()
        }
        signal?.addEventListener('abort', giveUp, { once: true })
        waiting.push(start)
        pump()
      })
      try {
        return await task()
      } finally {
        running--
        pump()
      }
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms)
    },
  }
}
