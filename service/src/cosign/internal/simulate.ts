import { spendPolicyAccountAbi } from '@holdfast/contracts'
import { type Address, encodeFunctionData, type Hex, numberToHex, prepareEncodeFunctionData } from 'viem'
import { isCallRefused } from '../../chains/isCallRefused.js'
import type { ServedChain } from '../../chains/ServedChain.js'

/**
 * Tries a spend out with its signature, at the block it was judged by.
 *
 * @returns `failed` only where the chain itself refuses it; `unavailable` for every doubt.
 */
export async function simulate(
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
    // Neither returns anything.
    return answer === '0x' ? 'passed' : 'unavailable'
  } catch (error) {
    return isCallRefused(error) ? 'failed' : 'unavailable'
  }
}

/** A spend that is to be tried out. */
export type Spend = {
  account: Address
  /** Anybody may submit it. */
  from: Address
  amount: bigint
  action: 0 | 1
  signature: Hex
  block: bigint
}

// Prepared, since looking a function up and hashing its signature takes longer than encoding its arguments.
const pay = prepareEncodeFunctionData({ abi: spendPolicyAccountAbi, functionName: 'pay' })
const pull = prepareEncodeFunctionData({ abi: spendPolicyAccountAbi, functionName: 'pull' })
