/** Keeps a limited number of answers for a limited time; the oldest is dropped first. */
export function createAnswerCache<answer>(options: { maxEntries: number; elapsed: () => number }): AnswerCache<answer> {
  const entries = new Map<string, { answer: answer; until: number }>()
  return {
    find(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      if (options.elapsed() < entry.until) return entry
      entries.delete(key)
      return undefined
    },
    keep(key, answer, lifetimeMs) {
      entries.delete(key)
      entries.set(key, { answer, until: options.elapsed() + lifetimeMs })
      // Not empty: an entry has just been set.
      if (entries.size > options.maxEntries) entries.delete(entries.keys().next().value as string)
    },
  }
}

/** Answers by key. */
export type AnswerCache<answer> = {
  find: (key: string) => { answer: answer } | undefined
  keep: (key: string, answer: answer, lifetimeMs: number) => void
}
