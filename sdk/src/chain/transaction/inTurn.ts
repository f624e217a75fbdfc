const lines = /* @__PURE__ */ new Map<string, Promise<unknown>>()

/**
 * Runs tasks of one key one after the other in this process, in the order in which they came; those of different keys do not
 * wait for each other. Upper and lower case are one key: wallets name their account in either.
 *
 * @throws What the task throws; a task before it that failed does not matter.
 */
export async function inTurn<value>(name: string, task: () => value | Promise<value>): Promise<value> {
  const key = name.toLowerCase()
  const before = lines.get(key)
  const turn = (async () => {
    await before?.catch(() => {})
    return task()
  })()
  lines.set(key, turn)
  try {
    return await turn
  } finally {
    // Whoever came meanwhile holds the place.
    if (lines.get(key) === turn) lines.delete(key)
  }
}
