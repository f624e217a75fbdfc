import { deploymentFor } from '@holdfast/sdk/chain'
import { useQuery } from '@tanstack/react-query'
import type { Address, Client } from 'viem'
import { useClient } from 'wagmi'

/** USDC of an account, in base units; `undefined` while it is not known. */
export function useBalance(account: Address | undefined, chainId: number): bigint | undefined {
  const client = useClient({ chainId })
  const token = deploymentFor(chainId)?.usdc
  const { data } = useQuery({
    queryKey: ['balance', chainId, account],
    enabled: account !== undefined && client !== undefined && token !== undefined,
    refetchInterval: 15_000,
    queryFn: () => {
      if (account === undefined || client === undefined || token === undefined)
        throw new Error('No account is connected.')
      return readBalance(client, token, account)
    },
  })
  return data
}

/** Encoded by hand: a decoder for any ABI would add 10 kB to the first screen. */
async function readBalance(client: Client, token: Address, account: Address): Promise<bigint> {
  const data = `${balanceOf}${account.slice(2).toLowerCase().padStart(64, '0')}` as const
  const answer = await client.request({ method: 'eth_call', params: [{ to: token, data }, 'latest'] })
  if (!/^0x[0-9a-f]{64}$/i.test(answer)) throw new Error('The token returned a malformed balance.')
  return BigInt(answer)
}

/** Selector of `balanceOf(address)`. */
const balanceOf = '0x70a08231'
