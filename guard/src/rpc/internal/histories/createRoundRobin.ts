/**
 * Runs at most `max` tasks at a time, users in round robin. Of one user the task that was asked for last comes first, since a
 * request waits for it, and what is only read ahead comes last.
 */
export function createRoundRobin(max: number): RoundRobin {
  /** The tasks of each user, the next one last; the next user first. */
  const waiting = new Map<string, Map<string, () => Promise<void>>>()
  let running = 0

  function next(): void {
    while (running < max) {
      const [first] = waiting
      if (!first) return
      const [user, tasks] = first
      const [key, task] = [...tasks].at(-1) ?? []
      waiting.delete(user)
      if (key !== undefined) tasks.delete(key)
      if (tasks.size > 0) waiting.set(user, tasks)
      if (!task) continue
      running++
      void task().finally(() => {
        running--
        next()
      })
    }
  }

  return {
    ask(user, key, task, { isAhead }) {
      const tasks = waiting.get(user) ?? new Map()
      tasks.delete(key)
      waiting.set(user, isAhead ? new Map([[key, task], ...tasks]) : tasks.set(key, task))
      next()
    },
    leave(key) {
      for (const tasks of waiting.values()) tasks.delete(key)
    },
  }
}

export type RoundRobin = {
  /** Asked again, a task that waits comes earlier. It must not reject. */
  ask: (user: string, key: string, task: () => Promise<void>, options: { isAhead: boolean }) => void
  /** Whatever waits under this key is not done. */
  leave: (key: string) => void
}
