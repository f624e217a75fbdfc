/**
 * Tasks that wait, and the rule for which starts next: the oldest task of the caller that was served least. A task of
 * several callers counts as a task of each of them.
 *
 * A caller that has a task running gets none of the last `reserved` places.
 *
 * @example
 * const queue = new FairQueue<{ callers: Set<string>; start: () => void }>({ concurrency: 2, reserved: 1 })
 * queue.add(task)
 * const next = queue.take()
 * next?.task.start()
 * if (next) queue.release(next.caller)
 */
export class FairQueue<task extends FairQueue.Task> {
  readonly #options: FairQueue.Options
  /** Oldest first. */
  readonly #queued: task[] = []
  readonly #running = new Map<string, number>()
  readonly #served = new Map<string, number>()
  #taken = 0
  #started = 0

  constructor(options: FairQueue.Options) {
    this.#options = options
  }

  /** How many tasks wait. */
  get size(): number {
    return this.#queued.length
  }

  add(task: task): void {
    this.#queued.push(task)
  }

  /** Removes a task that waits. */
  remove(task: task): void {
    const index = this.#queued.indexOf(task)
    if (index >= 0) this.#queued.splice(index, 1)
  }

  /** Takes the next task, and gives a place to the caller for whom it starts. `undefined` where none may start. */
  take(): { task: task; caller: string } | undefined {
    const next = this.#next()
    if (next === undefined) return undefined
    const { task, caller } = next
    this.remove(task)
    this.#taken++
    this.#running.set(caller, (this.#running.get(caller) ?? 0) + 1)
    this.#count(caller)
    return { task, caller }
  }

  /** Gives the place of a caller back. */
  release(caller: string): void {
    const left = (this.#running.get(caller) ?? 0) - 1
    if (left > 0) this.#running.set(caller, left)
    else this.#running.delete(caller)
    this.#taken--
  }

  /** The task to drop when too many wait: the oldest of the caller with most. */
  excess(): task | undefined {
    const counts = new Map<string, number>()
    for (const { callers } of this.#queued)
      for (const caller of callers) counts.set(caller, (counts.get(caller) ?? 0) + 1)
    // A task that is shared counts for the caller with the fewest others.
    const countOf = ({ callers }: task) => Math.min(...Array.from(callers, (caller) => counts.get(caller) ?? 0))
    const most = Math.max(...this.#queued.map(countOf))
    return this.#queued.find((task) => countOf(task) === most)
  }

  #next(): { task: task; caller: string; served: number } | undefined {
    const { concurrency, reserved } = this.#options
    if (this.#taken >= concurrency) return undefined
    const isOpenToAll = this.#taken < concurrency - reserved
    let next: { task: task; caller: string; served: number } | undefined
    for (const task of this.#queued)
      for (const caller of task.callers) {
        const served = this.#served.get(caller) ?? 0
        const isAllowed = isOpenToAll || !this.#running.has(caller)
        if (isAllowed && (next === undefined || served < next.served)) next = { task, caller, served }
      }
    return next
  }

  /** Counts what a caller was served; all counts are halved from time to time, so that older tasks count less. */
  #count(caller: string): void {
    this.#served.set(caller, (this.#served.get(caller) ?? 0) + 1)
    if (++this.#started % (this.#options.concurrency * startsUntilHalved) > 0) return
    for (const [one, count] of this.#served)
      if (count > 1) this.#served.set(one, Math.floor(count / 2))
      else this.#served.delete(one)
  }
}

export declare namespace FairQueue {
  type Options = {
    /** Tasks that run at the same time. */
    concurrency: number
    /** Places among them for callers that have no task running. */
    reserved: number
  }
  type Task = {
    /** For whom it is done; the set may grow while it waits. */
    callers: ReadonlySet<string>
  }
}

/** For each place. */
const startsUntilHalved = 64
