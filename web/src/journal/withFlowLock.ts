import type { Address, Hash } from 'viem'

/** What must end first: another tab or this one pays from the account, or the request is being paid. */
export type Busy = 'elsewhere' | 'here' | 'request'

/**
 * Runs what moves money while nothing else does so for this account on this chain, in any tab.
 *
 * @param place - `request` is the hash of the signed request that is paid: two accounts never pay it at the same time either.
 * @returns What `run` did, or why it was not begun.
 */
export async function withFlowLock<value>(
  { chainId, account, request }: { chainId: number; account: Address; request?: Hash | undefined },
  run: () => Promise<value>,
  locks: Pick<LockManager, 'request'> = navigator.locks,
): Promise<{ busy?: undefined; done: value } | { busy: Busy; done?: undefined }> {
  const name = `holdfast:${chainId}:${account.toLowerCase()}`
  const begin = async () => ({ done: await run() })
  return locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) return { busy: own.has(name) ? 'here' : 'elsewhere' }
    own.add(name)
    try {
      if (request === undefined) return await begin()
      return await locks.request(`holdfast:${request}`, { ifAvailable: true }, (second) =>
        second === null ? { busy: 'request' as const } : begin(),
      )
    } finally {
      own.delete(name)
    }
  })
}

/** The locks that this tab holds. */
const own = new Set<string>()
