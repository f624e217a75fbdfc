import { useQuery } from '@tanstack/react-query'
import type { Hash } from 'viem'
import { useClient } from 'wagmi'
import { isWhole } from './isWhole.js'

/** What the chain says of a transaction; `undefined` while it is not asked, or has not answered. */
export type Seen = 'mined' | 'reverted' | 'absent'

/** Looks for a transaction of which this page has only the hash, until it is mined. */
export function useReceipt(chainId: number, txHash: Hash | undefined): Seen | undefined {
  const client = useClient({ chainId })
  return useQuery({
    queryKey: ['receipt', chainId, txHash],
    enabled: client !== undefined && txHash !== undefined,
    refetchInterval: ({ state }) => (state.data === 'mined' || state.data === 'reverted' ? false : 3_000),
    async queryFn(): Promise<Seen> {
      if (client === undefined || txHash === undefined) throw new Error('There is nothing to look for.')
      const receipt = await client.request({ method: 'eth_getTransactionReceipt', params: [txHash] })
      if (receipt === null) return 'absent'
      if (!isWhole(receipt)) throw new Error('The node does not have all of it yet.')
      return receipt.status === '0x0' ? 'reverted' : 'mined'
    },
  }).data
}
