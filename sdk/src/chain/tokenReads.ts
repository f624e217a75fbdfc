import type { Address } from 'viem'
import type { ReadClient } from './clients.js'
import { readView } from './readView.js'
import { usdcAbi } from './usdc.js'

/**
 * How much of a token an account holds, in its base units.
 *
 * @throws `ChainUnavailableError`
 */
export function readBalance(client: ReadClient, token: Address, owner: Address): Promise<bigint> {
  return readView(client, `reading the balance of ${owner}`, {
    address: token,
    abi: usdcAbi,
    functionName: 'balanceOf',
    args: [owner],
  })
}

/**
 * How much of a token `spender` may take from an account, in its base units.
 *
 * @throws `ChainUnavailableError`
 */
export function readAllowance(client: ReadClient, token: Address, owner: Address, spender: Address): Promise<bigint> {
  return readView(client, `reading the allowance of ${owner}`, {
    address: token,
    abi: usdcAbi,
    functionName: 'allowance',
    args: [owner, spender],
  })
}
