/** `withFlowLock` shares it among whatever moves money. */
const allFlows = 'holdfast:flows'

/**
 * Runs what deletes rows of the journal while no tab moves money: a code that waits for the wallet is nowhere else.
 *
 * @returns Whether it was begun.
 */
export function withoutFlows(
  run: () => Promise<void>,
  locks: Pick<LockManager, 'request'> = navigator.locks,
): Promise<boolean> {
  return locks.request(allFlows, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await run()
    return lock !== null
  })
}
