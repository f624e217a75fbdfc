import { type ReadClient, readGasReserve, spendableAfterGas } from '@holdfast/sdk/chain'
import { InsufficientFundsError } from '@holdfast/sdk/errors'
import type { Address } from 'viem'
import { writeAmount } from '../input/readAmount.js'
import { readBalance } from './readBalance.js'

/** Refuses to move more USDC out of an account than it has beside what its fees need. @throws InsufficientFundsError */
export async function requireFunds(
  client: ReadClient,
  chainId: number,
  { from, amount }: { from: Address; amount: bigint },
): Promise<void> {
  const [balance, reserve] = await Promise.all([readBalance(client, chainId, from), readGasReserve(client)])
  if (balance >= amount + reserve) return
  const most = writeAmount(spendableAfterGas(balance, reserve))
  const whatToDo = `Add USDC to ${from}, or send at most ${most}${reserve > 0n ? ': fees come out of it too' : ''}.`
  throw new InsufficientFundsError('balance', amount + reserve, balance, whatToDo)
}
