/** A moment after which a client no longer waits. */
export type Deadline = {
  readonly isOver: boolean
  /** Resolves at that moment. */
  readonly over: Promise<undefined>
  /** Aborted at that moment. */
  readonly signal: AbortSignal
  /** When the client has its answer. */
  clear: () => void
}

/** Begins to wait for the moment in `ms` milliseconds. The timer is only made for what needs it: most requests are forwarded at once. */
export function startDeadline(ms: number): Deadline {
  const end = performance.now() + ms
  let timer: NodeJS.Timeout | undefined
  let waiting: { over: Promise<undefined>; signal: AbortSignal } | undefined
  const leftMs = () => end - performance.now()
  const wait = () => {
    const giveUp = new AbortController()
    const over = new Promise<undefined>((resolve) => {
      timer = setTimeout(
        () => {
          resolve(undefined)
          giveUp.abort(new Error(`No verdict within ${ms} ms.`))
        },
        Math.max(0, leftMs()),
      )
    })
    return { over, signal: giveUp.signal }
  }
  const begun = () => (waiting ??= wait())
  return {
    get isOver() {
      return leftMs() <= 0
    },
    get over() {
      return begun().over
    },
    get signal() {
      return begun().signal
    },
    clear: () => clearTimeout(timer),
  }
}
