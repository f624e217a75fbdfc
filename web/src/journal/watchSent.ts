import type { Journal } from '@holdfast/react'
import type { Plan } from '@holdfast/sdk/plan'

/**
 * For a review, which another tab may have open as well. Who opened it knew of what was sent before.
 *
 * @returns Asks the journal whether what a plan would do was done since this call, or may have been. `own` is the row that is about to
 *   carry the plan out.
 */
export function watchSent(journal: Pick<Journal, 'list'>): (plan: Plan, own: string) => Promise<boolean> {
  const opened = sentOf(journal).then((rows) => new Set(rows.map(({ id }) => id)))
  // A failure is thrown where it is awaited.
  opened.catch(() => {})
  return async (plan, own) => {
    const before = await opened
    return (await sentOf(journal)).some(({ id, isLike }) => id !== own && !before.has(id) && isLike(plan))
  }
}

/** Rows that have sent something, or may have. */
async function sentOf(journal: Pick<Journal, 'list'>): Promise<readonly SentRow[]> {
  // At once, and not with the first row: the module may be gone from the network by the time of a press.
  const [{ isAlike, sentPlanOf }, rows] = await Promise.all([import('./openRow.js'), journal.list()])
  return rows.flatMap((row) => {
    const sent = sentPlanOf(row)
    return sent === undefined ? [] : [{ id: row.id, isLike: (plan: Plan) => isAlike(sent, plan) }]
  })
}

type SentRow = { id: string; isLike: (plan: Plan) => boolean }
