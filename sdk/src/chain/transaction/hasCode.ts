import type { Address } from 'viem'
import type { ClientPair } from '../clients.js'

/** Whether an account has code: a contract, or an EOA that delegates to one. USDC then asks it by ERC-1271. */
export async function hasCode({ publicClient }: ClientPair, address: Address): Promise<boolean> {
  const code = await publicClient.request({ method: 'eth_getCode', params: [address, 'latest'] })
  return code !== undefined && code !== '0x'
}
