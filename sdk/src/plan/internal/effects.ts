import type { Address } from 'viem'
import { parseAddress } from '../../chain/address.js'
import { readBalance } from '../../chain/tokenReads.js'
import type { PlanEffect } from '../types.js'
import type { BridgeContext, PlanContext } from './Definition.js'

/** Changes of accounts' USDC, without those by nothing. Changes of one account are one. */
export async function walletEffects(
  { clients, chain }: Pick<BridgeContext, 'clients' | 'chain'>,
  changes: readonly (readonly [account: Address, change: bigint])[],
): Promise<PlanEffect[]> {
  const sums = new Map<Address, bigint>()
  for (const [given, change] of changes) {
    const account = parseAddress('account', given)
    sums.set(account, (sums.get(account) ?? 0n) + change)
  }
  const moved = [...sums].filter(([, change]) => change !== 0n)
  return Promise.all(
    moved.map(async ([account, change]) => {
      const before = await readBalance(clients.publicClient, chain.usdc, account)
      return { account, holding: 'wallet', chainId: chain.id, change, before, after: before + change }
    }),
  )
}

/** What the transfer contract holds for open transfers; it keeps no sum to read. */
export function lockedEffect(
  { contract, deployment }: Pick<PlanContext, 'contract' | 'deployment'>,
  change: bigint,
): PlanEffect {
  return {
    account: contract,
    holding: 'transfer_contract',
    chainId: deployment.id,
    change,
    before: null,
    after: null,
  }
}

/** What arrives on a chain that is not read. */
export function receivedEffect(account: Address, chainId: number, change: bigint): PlanEffect {
  return { account, holding: 'wallet', chainId, change, before: null, after: null }
}
