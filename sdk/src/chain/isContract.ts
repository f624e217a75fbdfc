import type { Address } from 'viem'
import { ChainUnavailableError } from '../errors/chain.js'
import type { ReadClient } from './clients.js'
import { withoutSecrets } from './failure.js'

/** The message about an account without code. */
export function describeNoContract(address: Address): string {
  return `${address} holds no contract on this chain, or the node does not know of it.`
}

/** Whether an account is a contract, and not merely an account that delegates to one (EIP-7702). */
export async function isContract(client: ReadClient, address: Address): Promise<boolean> {
  try {
    const code = await client.request({ method: 'eth_getCode', params: [address, 'latest'] })
    return code !== undefined && code !== '0x' && !code.startsWith('0xef0100')
  } catch (error) {
    throw new ChainUnavailableError(`reading the account ${address}`, withoutSecrets(error))
  }
}
