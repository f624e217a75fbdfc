import { setImmediate as turn } from 'node:timers/promises'

/**
 * Deletes in small transactions, between which others get their turn, until nothing is left or it is enough for once.
 *
 * @param step - Deletes at most so many rows, and says how many it has.
 * @param maxSteps - The rest is for another time. @default 100
 * @returns How many rows were deleted.
 * @example
 * await deleteInSteps((limit) => deleteSome(limit))
 */
export async function deleteInSteps(step: (limit: number) => Promise<number>, maxSteps = 100): Promise<number> {
  let deleted = 0
  for (let steps = 0; steps < maxSteps; steps++) {
    const count = await step(stepRows)
    deleted += count
    if (count < stepRows) break
    await turn()
  }
  return deleted
}

const stepRows = 1_000
