import { setImmediate as turn } from 'node:timers/promises'

/**
 * Deletes in small transactions, between which other work can run, until nothing is left or `maxSteps` is reached.
 *
 * @param step - Deletes up to a number of rows, and returns how many it has.
 * @param maxSteps - The rest is left for the next call. @default 100
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
