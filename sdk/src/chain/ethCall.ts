import type { Address, Hex } from 'viem'
import type { ReadClient } from './clients.js'

/**
 * Calls a contract by its bytes.
 *
 * viem's `call` follows a contract that reverts with `OffchainLookup` (ERC-3668): a hostile contract would choose which URL this
 * process requests. This one does not.
 *
 * @returns What the contract returned; `0x` where it has no code.
 */
export async function ethCall(client: ReadClient, { to, data }: { to: Address; data: Hex }): Promise<Hex> {
  return (await client.request({ method: 'eth_call', params: [{ to, data }, 'latest'] })) ?? '0x'
}
