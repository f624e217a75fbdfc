import { spendPolicyAccountAbi } from '@holdfast/contracts'
import { type Address, encodeFunctionData, type Hex, numberToHex, prepareEncodeFunctionData } from 'viem'
import { isCallRefused } from '../../chains/isCallRefused.js'
import type { ServedChain } from '../../chains/ServedChain.js'

/**
 * Simulates a spend with its signature at the block that it was judged at.
 *
 * @returns `failed` only when the chain itself rejects it; `unavailable` for any other problem.
 */
export async function simulateSpend(
  chain: ServedChain,
  { account, from, amount, action, signature, block }: Spend,
): Promise<'passed' | 'failed' | 'unavailable'> {
  const args = [amount, signature] as const
  const data = action === 0 ? encodeFunctionData({ ...pay, args }) : encodeFunctionData({ ...pull, args })
  try {
    const answer = await chain.client.request({
      method: 'eth_call',
      params: [{ from, to: account, data }, numberToHex(block)],
    })
    // `pay` and `pull` return no data.
    return answer === '0x' ? 'passed' : 'unavailable'
  } catch (error) {
    return isCallRefused(error) ? 'failed' : 'unavailable'
  }
}

/** A spend to simulate. */
export type Spend = {
  account: Address
  /** Any caller may submit it. */
  from: Address
  amount: bigint
  action: 0 | 1
  signature: Hex
  block: bigint
}

// Prepared: finding a function and hashing its signature takes longer than encoding its arguments.
const pay = prepareEncodeFunctionData({ abi: spendPolicyAccountAbi, functionName: 'pay' })
const pull = prepareEncodeFunctionData({ abi: spendPolicyAccountAbi, functionName: 'pull' })
