import { BRIDGE_CHAINS, type BridgeQuote, bridgeGasCost, bridgeShortfall } from '@holdfast/sdk/bridge'
import { type BridgeChainName, chainLabel } from '@holdfast/sdk/chain'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useClient } from 'wagmi'
import { useBalance } from '../send/useBalance.js'

/** What a wallet lacks for a transfer, by the rule of the library; `null` where nothing is missing or nothing is known yet. */
export function useShortfall(from: BridgeChainName, account: Address | undefined, quote: BridgeQuote | undefined) {
  const { chainId, gasToken } = BRIDGE_CHAINS[from]
  const client = useClient({ chainId })
  const usdcBalance = useBalance(account, chainId)
  const { data } = useQuery({
    queryKey: ['gas', chainId, account],
    enabled: client !== undefined && account !== undefined,
    refetchInterval: 15_000,
    async queryFn() {
      if (client === undefined || account === undefined) throw new Error('No account is connected.')
      // Raw requests: viem's actions would add 7 kB, for calls of contracts through others.
      const [balance, price] = await Promise.all([
        client.request({ method: 'eth_getBalance', params: [account, 'latest'] }),
        client.request({ method: 'eth_gasPrice' }),
      ])
      return { nativeBalance: BigInt(balance), gasPrice: BigInt(price) }
    },
  })
  if (data === undefined || usdcBalance === undefined || quote === undefined) return { usdcBalance, refusal: null }
  const refusal = bridgeShortfall({
    usdcBalance,
    nativeBalance: data.nativeBalance,
    total: quote.total,
    maxFee: quote.maxFee,
    gasCost: bridgeGasCost(from, data.gasPrice),
    chainLabel: chainLabel(from),
    gasInUsdc: gasToken === 'usdc',
  })
  return { usdcBalance, refusal }
}
