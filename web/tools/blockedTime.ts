/** A stretch of the main thread that was busy, in milliseconds after the navigation. */
export type Task = { start: number; end: number }

/**
 * Total blocking time, as Lighthouse counts it: of each task the part from the first paint until the page can be used, less the 50 ms in
 * which an answer still seems immediate.
 */
export function blockedTime(tasks: readonly Task[], painted: number, interactive: number): number {
  return tasks.reduce((sum, { start, end }) => {
    const within = Math.min(end, interactive) - Math.max(start, painted)
    return sum + Math.max(0, within - 50)
  }, 0)
}
