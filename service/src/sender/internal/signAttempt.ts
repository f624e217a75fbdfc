import { keccak256, parseTransaction } from 'viem'
import type { Call } from '../Call.js'
import { min } from '../fees.js'
import { toUnits, toWei } from '../money.js'
import type { SenderParts } from '../SenderParts.js'
import type { TransactionRow } from '../SenderPolicy.js'
import type { Attempt } from './PendingTransaction.js'

/** The offer of a transaction: native wei per gas, and gas. */
export type Offer = { maxFee: bigint; tip: bigint; gas: bigint }

/** Signs one transaction; nothing is stored or sent. */
export async function signAttempt(
  { chain, signer }: Pick<SenderParts, 'chain' | 'signer'>,
  nonce: number,
  { to, data, value }: Call,
  { maxFee, tip, gas }: Offer,
  carries: boolean,
): Promise<Attempt> {
  const raw = await signer.signTransaction({
    type: 'eip1559',
    chainId: chain.id,
    nonce,
    to,
    data,
    value: toWei(value),
    gas,
    maxFeePerGas: maxFee,
    maxPriorityFeePerGas: min(tip, maxFee),
  })
  return { hash: keccak256(raw), raw, gas, maxFee, tip, carries }
}

/** The call of an attempt, decoded from its bytes. */
export function callOf({ raw }: Attempt): Call {
  // `signAttempt` signs that type alone.
  const { to, data = '0x', value = 0n } = parseTransaction(raw as `0x02${string}`)
  if (!to) throw new Error('The transaction creates a contract.')
  return { to, data, value: toUnits(value, 'up') }
}

/** The stored form of a transaction, before it is sent. */
export function rowOf(
  { chain, signer, now }: Pick<SenderParts, 'chain' | 'signer' | 'now'>,
  nonce: number,
  { hash, raw, gas, maxFee, tip }: Attempt,
  jobId: string | undefined,
): TransactionRow {
  return {
    hash,
    chain_id: chain.id,
    sender: signer.address.toLowerCase(),
    nonce,
    operation_id: jobId ?? null,
    raw,
    gas: Number(gas),
    max_fee_wei: String(maxFee),
    tip_wei: String(tip),
    state: 'prepared',
    block_number: null,
    created_at: now(),
    updated_at: now(),
  }
}
