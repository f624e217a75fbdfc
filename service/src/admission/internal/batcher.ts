/**
 * Runs inputs in batches, one batch at a time: the first inputs at the end of the turn in which they arrived, those
 * that arrive while a batch runs together after it.
 */
export function createBatcher<input, output>(options: {
  maxSize: number
  /** @returns One output for each input, in order. */
  run: (inputs: readonly input[]) => Promise<readonly output[]>
  /**
   * Whether an error concerns the whole batch. Any other error belongs to one input, which is found by running each
   * alone.
   */
  shared: (error: unknown) => boolean
}): { add: (value: input) => Promise<output> } {
  const { maxSize, run, shared } = options
  type Entry = { value: input; resolve: (result: output) => void; reject: (error: unknown) => void }
  let queue: Entry[] = []
  let running = false

  async function settle(entries: readonly Entry[]): Promise<void> {
    try {
      const outputs = await run(entries.map((entry) => entry.value))
      // One output for each entry, in the same order.
      for (const [index, entry] of entries.entries()) entry.resolve(outputs[index] as output)
    } catch (error) {
      if (entries.length === 1 || shared(error)) for (const entry of entries) entry.reject(error)
      else for (const entry of entries) await settle([entry])
    }
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const entries = queue.slice(0, maxSize)
      queue = queue.slice(maxSize)
      await settle(entries)
    }
    running = false
  }

  return {
    add(value) {
      return new Promise((resolve, reject) => {
        queue.push({ value, resolve, reject })
        if (running) return
        running = true
        setImmediate(drain)
      })
    },
  }
}
