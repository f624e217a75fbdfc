import type { Address } from 'viem'

/**
 * Runs what moves money while no other tab does the same for this account on this chain.
 *
 * @returns `busy` where another tab holds the lock.
 */
export async function withFlowLock<value>(
  { chainId, account }: { chainId: number; account: Address },
  run: () => Promise<value>,
  locks: Pick<LockManager, 'request'> = navigator.locks,
): Promise<value | 'busy'> {
  const name = `holdfast:${chainId}:${account.toLowerCase()}`
  return locks.request(name, { ifAvailable: true }, (lock) => (lock === null ? 'busy' : run()))
}
