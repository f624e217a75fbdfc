import type { Address } from 'viem'
import { isCallRefused } from '../chains/isCallRefused.js'
import type { ServedChain } from '../chains/ServedChain.js'
import type { Call } from './Call.js'
import { max, min } from './fees.js'
import { toWei } from './money.js'

/**
 * Estimates the gas of a call, with a margin of a fifth.
 *
 * @returns `refused` when the node reports that the call reverts, or when it needs more than `most`.
 * @throws When the chain does not answer.
 */
export async function estimateGas(
  { client }: Pick<ServedChain, 'client'>,
  from: Address,
  { to, data, value }: Call,
  { least = 0n, most }: { least?: bigint | undefined; most?: bigint | undefined } = {},
): Promise<bigint | 'refused'> {
  const native = value > 0n ? { value: `0x${toWei(value).toString(16)}` as const } : {}
  const params = [{ from, to, data, ...native }] as const
  try {
    const estimate = BigInt(await client.request({ method: 'eth_estimateGas', params: [...params] }))
    if (most !== undefined && estimate > most) return 'refused'
    const gas = max((estimate * 6n) / 5n, least)
    return most === undefined ? gas : min(gas, most)
  } catch (error) {
    if (isCallRefused(error)) return 'refused'
    throw error
  }
}
