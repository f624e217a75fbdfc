import { type Address, maxUint256 } from 'viem'
import type { Movement } from '../../decode/types.js'

/** All that a request pays from one account to another, of one token. */
export type SummedPayment = {
  payer: Address
  payee: Address
  /** The chain that the money leaves. */
  chainId: number
  /** The chain where it arrives. */
  payeeChainId: number
  token: Address | 'native'
  /** In the smallest unit of `token`; the largest that exists where a movement has no limit. */
  amount: bigint
  /** The same for the same parties, token, chains and amount. */
  key: string
}

/**
 * Adds up the movements of a request: what a person allows is a sum, however it is cut.
 *
 * @param chainId - Where money leaves that names no chain of its own.
 */
export function sumPayments(movements: readonly Movement[], chainId: number): readonly SummedPayment[] {
  const sums = new Map<string, Omit<SummedPayment, 'key'>>()
  for (const {
    payer,
    payee,
    chainId: payeeChainId,
    sourceChainId = chainId,
    token,
    amount = maxUint256,
  } of movements) {
    const key = [sourceChainId, payeeChainId, payer, payee, token].join().toLowerCase()
    const sum = (sums.get(key)?.amount ?? 0n) + amount
    sums.set(key, {
      payer,
      payee,
      chainId: sourceChainId,
      payeeChainId,
      token,
      amount: sum < maxUint256 ? sum : maxUint256,
    })
  }
  return [...sums].map(([key, payment]) => ({ ...payment, key: `${key},${payment.amount}` }))
}
