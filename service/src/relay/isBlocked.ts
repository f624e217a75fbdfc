import { type Address, encodeFunctionData, hexToBool, parseAbi } from 'viem'
import type { ServedChain } from '../chains/ServedChain.js'

/** Whether USDC refuses an account. */
export async function isBlocked({ client, deployment }: ServedChain, account: Address): Promise<boolean> {
  const data = encodeFunctionData({ abi: blocklistAbi, args: [account] })
  return hexToBool(await client.request({ method: 'eth_call', params: [{ to: deployment.usdc, data }, 'latest'] }), {
    size: 32,
  })
}

const blocklistAbi = parseAbi(['function isBlacklisted(address account) view returns (bool)'])
