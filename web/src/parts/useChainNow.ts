import { useQuery } from '@tanstack/react-query'
import { useClient } from 'wagmi'
import { useNow } from './useNow.js'

/**
 * The time of a chain, which alone decides a deadline. The clock of this machine may be wrong by hours.
 *
 * @returns The time of this machine until the chain has answered, and where it does not.
 */
export function useChainNow(chainId: number, deadline: Date | undefined): { now: Date; isPending: boolean } {
  const client = useClient({ chainId })
  const { data: aheadMs = 0, isPending } = useQuery({
    queryKey: ['chain clock', chainId],
    enabled: client !== undefined,
    refetchInterval: 20_000,
    async queryFn() {
      const block = await client?.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
      if (!block) throw new Error('The node has no newest block.')
      return Number(block.timestamp) * 1_000 - Date.now()
    },
  })
  // For a redraw right after the deadline.
  useNow(deadline && new Date(deadline.getTime() - aheadMs))
  return { now: new Date(Date.now() + aheadMs), isPending }
}
