import type { Address, Hash } from 'viem'

/** Why it is not begun: another tab or this one pays from the account, the request is being paid, or another tab has sent the same. */
export type Busy = 'elsewhere' | 'here' | 'request' | 'sent'

/**
 * Runs what moves money while nothing else does so for this account on this chain, in any tab.
 *
 * @param place - `request` is the hash of the signed request that is paid: two accounts never pay it at the same time either. `isSent`
 *   tells whether another tab has done the same, and is asked once nothing else pays.
 * @returns What `run` did, or why it was not begun.
 */
export async function withFlowLock<value>(
  { chainId, account, request, isSent }: FlowPlace,
  run: () => Promise<value>,
  locks: Pick<LockManager, 'request'> = navigator.locks,
): Promise<{ busy?: undefined; done: value } | { busy: Busy; done?: undefined }> {
  const name = `holdfast:${chainId}:${account.toLowerCase()}`
  const begin = async () => ((await isSent?.()) === true ? { busy: 'sent' as const } : { done: await run() })
  return locks.request(allFlows, { mode: 'shared', ifAvailable: true }, async (shared) => {
    // A tab is deleting what this one would need.
    if (shared === null) return { busy: 'elsewhere' }
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
  })
}

/** Where money moves. */
type FlowPlace = {
  chainId: number
  account: Address
  request?: Hash | undefined
  isSent?: (() => Promise<boolean>) | undefined
}

/** As in `withoutFlows`, which the settings load without this file. */
const allFlows = 'holdfast:flows'

/** The locks that this tab holds. */
const own = new Set<string>()
