/**
 * Does at most `max` works at a time. Users whose works wait get their turn one after the other; of one user the work that was asked
 * for last comes first, since a request waits for it, and what is only done ahead comes behind.
 */
export function createTurns(max: number): Turns {
  /** The works of each user, the next one last; the next user first. */
  const waiting = new Map<string, Map<string, () => Promise<void>>>()
  let running = 0

  function next(): void {
    while (running < max) {
      const [first] = waiting
      if (!first) return
      const [user, works] = first
      const [key, work] = [...works].at(-1) ?? []
      waiting.delete(user)
      if (key !== undefined) works.delete(key)
      if (works.size > 0) waiting.set(user, works)
      if (!work) continue
      running++
      void work().finally(() => {
        running--
        next()
      })
    }
  }

  return {
    ask(user, key, work, { isAhead }) {
      const works = waiting.get(user) ?? new Map()
      works.delete(key)
      waiting.set(user, isAhead ? new Map([[key, work], ...works]) : works.set(key, work))
      next()
    },
    leave(key) {
      for (const works of waiting.values()) works.delete(key)
    },
  }
}

export type Turns = {
  /** Asked again, a work that waits comes earlier. It must not reject. */
  ask: (user: string, key: string, work: () => Promise<void>, options: { isAhead: boolean }) => void
  /** Whatever waits under this key is not done. */
  leave: (key: string) => void
}
