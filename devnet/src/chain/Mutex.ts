/** Runs one task at a time, in the order of the calls. */
export class Mutex {
  #tail: Promise<unknown> = Promise.resolve()

  run<result>(task: () => Promise<result>): Promise<result> {
    const next = this.#tail.then(task)
    this.#tail = next.catch(() => {})
    return next
  }
}
