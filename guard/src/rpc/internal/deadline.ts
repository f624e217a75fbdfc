/** A moment after which a client no longer waits. */
export type Deadline = {
  readonly isOver: boolean
  /** Resolves at that moment. */
  readonly over: Promise<undefined>
  /** When the client has its answer. */
  clear: () => void
}

/** Begins to wait for the moment in `ms` milliseconds. The timer is only made for what needs it: most requests are forwarded at once. */
export function startDeadline(ms: number): Deadline {
  const end = performance.now() + ms
  let timer: NodeJS.Timeout | undefined
  let over: Promise<undefined> | undefined
  const leftMs = () => end - performance.now()
  return {
    get isOver() {
      return leftMs() <= 0
    },
    get over() {
      over ??= new Promise((resolve) => {
        timer = setTimeout(resolve, Math.max(0, leftMs()), undefined)
      })
      return over
    },
    clear: () => clearTimeout(timer),
  }
}
