/** A moment after which a client no longer waits. */
export type Deadline = {
  readonly isOver: boolean
  /** Resolves at that moment. */
  readonly over: Promise<undefined>
  clear: () => void
}

/** Starts to wait for the moment in `ms` milliseconds. */
export function startDeadline(ms: number): Deadline {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      isOver = true
      resolve(undefined)
    }, ms)
  })
  return {
    get isOver() {
      return isOver
    },
    over,
    clear: () => clearTimeout(timer),
  }
}
