/**
 * Makes a function that has what is over forgotten on time, also where nothing else happens: call it when something is stored. The
 * process may end meanwhile.
 *
 * @param sweep - Forgets what is over, and returns in how many milliseconds the next is; `undefined` when all is forgotten.
 */
export function sweepLater(sweep: () => number | undefined): () => void {
  let isWaiting = false
  const wait = (ms: number | undefined) => {
    isWaiting = ms !== undefined
    if (ms === undefined) return
    const timer: number | { unref?: () => void } = setTimeout(() => wait(sweep()), Math.min(Math.max(1, ms), longestMs))
    // In a browser it is a number.
    if (typeof timer === 'object') timer.unref?.()
  }
  return () => {
    if (!isWaiting) wait(sweep())
  }
}

/** A timer takes a longer time for none. */
const longestMs = 2 ** 31 - 1
