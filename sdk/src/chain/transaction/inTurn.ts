const lines = /* @__PURE__ */ new Map<string, Promise<unknown>>()

/**
 * Runs tasks of one key one after the other in this process, in the order in which they came; those of different keys do not
 * wait for each other. Upper and lower case are one key: wallets name their account in either.
 *
 * @param signal - Ends the waiting: a task whose turn has not come is not begun. A task that runs ends by itself.
 * @throws What the task throws; a task before it that failed does not matter. The signal's reason.
 */
export async function inTurn<value>(
  name: string,
  task: () => value | Promise<value>,
  signal?: AbortSignal,
): Promise<value> {
  const key = name.toLowerCase()
  const before = lines.get(key)
  let hasBegun = false
  const turn = (async () => {
    await before?.catch(() => {})
    signal?.throwIfAborted()
    hasBegun = true
    return task()
  })()
  lines.set(key, turn)
  // A caller that came meanwhile holds the place.
  const leave = () => void (lines.get(key) === turn && lines.delete(key))
  turn.then(leave, leave)
  return new Promise((resolve, reject) => {
    const giveUp = () => void (hasBegun || reject(signal?.reason))
    signal?.addEventListener('abort', giveUp)
    const stop = () => signal?.removeEventListener('abort', giveUp)
    turn.then(resolve, reject).finally(stop)
  })
}
