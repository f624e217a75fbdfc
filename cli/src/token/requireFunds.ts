import { type ReadClient, readGasReserve, spendableAfterGas } from '@holdfast/sdk/chain'
import { InsufficientFundsError } from '@holdfast/sdk/errors'
import type { Address } from 'viem'
import { readBalance } from './readBalance.js'

/** Refuses to move more USDC out of an account than it has beside what its fees need. @throws InsufficientFundsError */
export async function requireFunds(
  client: ReadClient,
  chainId: number,
  { from, amount }: { from: Address; amount: bigint },
): Promise<void> {
  const [balance, reserve] = await Promise.all([readBalance(client, chainId, from), readGasReserve(client)])
  if (balance >= amount + reserve) return
  const atMost = spendableAfterGas(balance, reserve)
  throw new InsufficientFundsError('balance', amount + reserve, balance, {
    do: 'add_funds',
    token: 'usdc',
    account: from,
    atMost,
  })
}
