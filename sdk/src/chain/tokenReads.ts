import type { Address } from 'viem'
import type { ReadClient } from './clients.js'
import type { FixedView } from './readTogether.js'
import { readView } from './readView.js'
import { usdcAbi } from './usdc.js'

/**
 * How much of a token an account holds, in its base units.
 *
 * @throws `ChainUnavailableError`
 */
export function readBalance(client: ReadClient, token: Address, owner: Address): Promise<bigint> {
  const { attempted, ...view } = balanceView(token, owner)
  return readView(client, attempted, view)
}

/** {@link readBalance}, to be asked along. */
export function balanceView(token: Address, owner: Address): FixedView {
  return {
    attempted: `reading the balance of ${owner}`,
    address: token,
    abi: usdcAbi,
    functionName: 'balanceOf',
    args: [owner],
  }
}

/**
 * How much of a token `spender` may take from an account, in its base units.
 *
 * @throws `ChainUnavailableError`
 */
export function readAllowance(client: ReadClient, token: Address, owner: Address, spender: Address): Promise<bigint> {
  const { attempted, ...view } = allowanceView(token, owner, spender)
  return readView(client, attempted, view)
}

/** {@link readAllowance}, to be asked along. */
export function allowanceView(token: Address, owner: Address, spender: Address): FixedView {
  return {
    attempted: `reading the allowance of ${owner}`,
    address: token,
    abi: usdcAbi,
    functionName: 'allowance',
    args: [owner, spender],
  }
}
