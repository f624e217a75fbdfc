/**
 * Keeps a state for each of at most `max` keys. When there are more, the user with most keys loses the one that it used longest ago, so no
 * user pushes out what another one uses.
 *
 * @param onDrop - Called with each key that is no longer kept.
 */
export function createShares<state>(
  max: number,
  make: () => state,
  onDrop: (key: string) => void = () => undefined,
): Shares<state> {
  const states = new Map<string, state>()
  /** The keys of each user, least recently used first. */
  const keysOf = new Map<string, Set<string>>()

  function dropOne(): void {
    const [largest] = [...keysOf].sort(([, a], [, b]) => b.size - a.size)
    const [user = '', keys = new Set<string>()] = largest ?? []
    const [oldest = ''] = keys
    keys.delete(oldest)
    if (keys.size === 0) keysOf.delete(user)
    if ([...keysOf.values()].some((others) => others.has(oldest))) return
    states.delete(oldest)
    onDrop(oldest)
  }

  return {
    get: (key) => states.get(key),
    use(key, user) {
      const keys = keysOf.get(user) ?? new Set()
      keys.delete(key)
      keysOf.set(user, keys.add(key))
      const state = states.get(key) ?? make()
      states.set(key, state)
      while (states.size > max) dropOne()
      return state
    },
  }
}

export type Shares<state> = {
  get: (key: string) => state | undefined
  /** The state of a key, created if missing; marks it as used by this user. */
  use: (key: string, user: string) => state
}
