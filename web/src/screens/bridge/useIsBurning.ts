import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useClient } from 'wagmi'
import { isWhole } from '../../journal/isWhole.js'
import { useSent } from '../../journal/useSent.js'

/**
 * Whether a burn of the account was sent and is not mined, or may have been sent by a wallet that never answered. Its transfer arrives much
 * later, and another one need not wait for that.
 */
export function useIsBurning(account: Address | undefined, chainId: number): boolean {
  const client = useClient({ chainId })
  // The transactions of an account are mined in order: the newest decides.
  const sent = useSent({ operation: 'bridgeFromWallet', account, chainId })
  const burnTxHash = sent?.bridge?.burnTxHash
  const { data: isMined } = useQuery({
    queryKey: ['burn', chainId, burnTxHash],
    enabled: client !== undefined && burnTxHash !== undefined,
    refetchInterval: ({ state }) => (state.data === true ? false : 3_000),
    async queryFn() {
      if (client === undefined || burnTxHash === undefined) throw new Error('There is nothing to look for.')
      return isWhole(await client.request({ method: 'eth_getTransactionReceipt', params: [burnTxHash] }))
    },
  })
  return sent !== undefined && isMined !== true
}
