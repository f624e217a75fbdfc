import { callersNow } from '../callers.js'

/**
 * Lets so many tasks run at a time, in turns of the callers for whom they are done: next is the oldest task of the caller
 * that has been served least. A task of several callers takes the turn of any of them.
 *
 * A caller that has a task running does not get one of the last `spare` places. Of more than `most` tasks that wait, the
 * oldest of the caller with most is lost; one that waits for `waitMs` is lost as well.
 *
 * @example
 * const turns = createTurns({ places: 2, spare: 1, most: 256 })
 * const history = await turns.run(() => read(sender), signal)
 */
export function createTurns(options: createTurns.Options): Turns {
  const { places, spare, most, waitMs, onWaiting, onLost } = options
  const running = new Map<string, number>()
  const served = new Map<string, number>()
  /** Oldest first. */
  const waiting: Ticket[] = []
  let taken = 0
  let grants = 0
  let pausedUntil = 0
  let isTimed = false

  function pump(): void {
    const pauseMs = pausedUntil - performance.now()
    if (pauseMs > 0) {
      if (waiting.length > 0 && !isTimed) setTimeout(resume, pauseMs)
      isTimed ||= waiting.length > 0
      return
    }
    for (let next = findNext(); next !== undefined; next = findNext()) {
      const { ticket, caller } = next
      taken++
      running.set(caller, (running.get(caller) ?? 0) + 1)
      noteServed(caller)
      ticket.start(caller)
    }
    onWaiting?.(waiting.length)
  }

  function resume(): void {
    isTimed = false
    pump()
  }

  function findNext(): { ticket: Ticket; caller: string; count: number } | undefined {
    let next: ReturnType<typeof findNext>
    if (taken >= places) return undefined
    for (const ticket of waiting)
      for (const caller of ticket.callers) {
        const count = served.get(caller) ?? 0
        const isAllowed = taken < places - spare || !running.has(caller)
        if (isAllowed && (next === undefined || count < next.count)) next = { ticket, caller, count }
      }
    return next
  }

  /** What was served long ago counts less and less. */
  function noteServed(caller: string): void {
    served.set(caller, (served.get(caller) ?? 0) + 1)
    if (++grants % (places * grantsRemembered) > 0) return
    for (const [one, count] of served)
      if (count > 1) served.set(one, Math.floor(count / 2))
      else served.delete(one)
  }

  function end(caller: string): void {
    const left = (running.get(caller) ?? 0) - 1
    if (left > 0) running.set(caller, left)
    else running.delete(caller)
    taken--
    pump()
  }

  function loseOne(): void {
    const counts = new Map<string, number>()
    for (const { callers } of waiting) for (const caller of callers) counts.set(caller, (counts.get(caller) ?? 0) + 1)
    // A task that a caller with few others wants, too, is not one of a crowd.
    const crowdOf = ({ callers }: Ticket) => Math.min(...Array.from(callers, (caller) => counts.get(caller) ?? 0))
    const crowd = Math.max(...waiting.map(crowdOf))
    const lost = waiting.find((ticket) => crowdOf(ticket) === crowd)
    if (lost) lose(lost, 'Too many others wait.')
  }

  function lose(ticket: Ticket, why: string): void {
    ticket.giveUp(new Error(why))
    onLost?.()
  }

  return {
    async run(task, signal) {
      signal?.throwIfAborted()
      const caller = await new Promise<string>((resolve, reject) => {
        const leave = () => ticket.giveUp(signal?.reason)
        const tooLate = () => lose(ticket, `There is no place after ${waitMs} ms.`)
        const timer = waitMs === undefined ? undefined : setTimeout(tooLate, waitMs)
        const stopWaiting = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', leave)
          waiting.splice(waiting.indexOf(ticket), 1)
        }
        const ticket: Ticket = {
          callers: callersNow(),
          start(caller) {
            stopWaiting()
            resolve(caller)
          },
          giveUp(reason) {
            stopWaiting()
            onWaiting?.(waiting.length)
            reject(reason)
          },
        }
        signal?.addEventListener('abort', leave, { once: true })
        waiting.push(ticket)
        pump()
        if (waiting.length > most) loseOne()
      })
      try {
        return await task()
      } finally {
        end(caller)
      }
    },
    wake: pump,
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms)
    },
  }
}

export declare namespace createTurns {
  type Options = {
    /** Tasks at a time. */
    places: number
    /** Places for callers that have no task running. */
    spare: number
    /** Tasks that wait. */
    most: number
    /** How long each may wait. @default as long as its caller does */
    waitMs?: number | undefined
    /** Called with how many wait. */
    onWaiting?: ((waiting: number) => void) | undefined
    /** Called for each that is lost. */
    onLost?: (() => void) | undefined
  }
}

/** A `Limiter` of the SDK. */
export type Turns = {
  /** Runs a task when it is its turn. Rejects with the signal's reason when the caller gives up before. */
  run: <value>(task: () => Promise<value>, signal: AbortSignal | undefined) => Promise<value>
  /** Starts what a caller that has joined a task allows. */
  wake: () => void
  /** Starts nothing new for so long: the host has asked for it. */
  pause: (ms: number) => void
}

/** A task that waits. */
type Ticket = {
  callers: ReadonlySet<string>
  start: (caller: string) => void
  giveUp: (reason: unknown) => void
}

/** For each place: then all counts are halved. */
const grantsRemembered = 64
