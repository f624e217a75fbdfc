import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, encodeFunctionData, isHex } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import { InvalidInputError } from '../errors/input.js'
import { InsufficientFundsError } from '../errors/transfer.js'
import { signedItems } from './internal/batch.js'
import { lockBatch } from './internal/lockBatch.js'
import { prepareBatch, type SendBatchOptions } from './internal/prepareBatch.js'
import type { PreparedSends, SendFields } from './internal/prepareSend.js'
import { batchWitness, signWitness } from './internal/signWitness.js'
import type { PermitSignature, SignPermitOptions } from './permit.js'
import type { SendProtectedResult } from './types.js'

/** A payer's Permit2 signature for all transfers of a batch, which any account may submit. */
export type BatchWitness = PermitSignature & { from: Address; items: readonly SendFields[] }

/** How a batch by witness is guarded, followed, and how long its permit lives. */
export type SendBatchWithWitnessOptions = SendBatchOptions & { permit?: SignPermitOptions | undefined }

/**
 * Locks USDC for 1 to 100 transfers by one Permit2 signature that names them all, so that the wallet shows each recipient.
 * Needs `approvePermit(clients)` once.
 *
 * @throws As `sendProtectedBatch` does, and {@link SignatureUnusableError}.
 * @example
 * await approvePermit(clients)
 * const [sent] = await sendProtectedBatchWithWitness(clients, [{ configId, to, amount, claimHash }])
 */
export async function sendProtectedBatchWithWitness(
  clients: ClientPair,
  items: readonly SendFields[],
  options: SendBatchWithWitnessOptions = {},
): Promise<readonly SendProtectedResult[]> {
  const prepared = await prepare(clients, items, options)
  return submit(clients, await sign(clients, prepared, options), prepared, options)
}

/**
 * Signs a batch for another account to submit, which pays the gas. The firewall runs before the signature.
 *
 * @throws As `sendProtectedBatch` does before sending, and {@link SignatureUnusableError}.
 * @example
 * const witness = await signBatchWitness(clients, [{ configId, to, amount, claimHash }])
 */
export async function signBatchWitness(
  clients: ClientPair,
  items: readonly SendFields[],
  options: SendBatchWithWitnessOptions = {},
): Promise<BatchWitness> {
  return sign(clients, await prepare(clients, items, options), options)
}

/**
 * Submits a payer's witness of a batch. The firewall looks at the payer's history, not at the submitter's.
 *
 * @throws As `sendProtectedBatch` does. {@link CallRefusedError} when the nonce was used or the permit has expired.
 * @example
 * const witness = await signBatchWitness(clients, [{ configId, to, amount, claimHash }])
 * const [sent] = await submitBatchWitness(clients, witness)
 */
export async function submitBatchWitness(
  clients: ClientPair,
  witness: BatchWitness,
  options: SendBatchOptions = {},
): Promise<readonly SendProtectedResult[]> {
  if (!isHex(witness.signature)) throw new InvalidInputError('signature', 'The signature is not hex.')
  return submit(clients, witness, await prepare(clients, witness.items, options, witness.from), options)
}

async function prepare(
  clients: ClientPair,
  items: readonly SendFields[],
  options: SendBatchOptions,
  payer?: Address,
): Promise<PreparedSends> {
  const prepared = await prepareBatch(clients, items, options, { payer, spender: 'permit' })
  const { allowance, total } = prepared
  if (allowance < total)
    throw new InsufficientFundsError('allowance', total, allowance, { do: 'approve', spender: 'permit' })
  return prepared
}

async function sign(
  clients: ClientPair,
  prepared: PreparedSends,
  { permit, timeoutMs, signal }: SendBatchWithWitnessOptions,
): Promise<BatchWitness> {
  const { from, items } = prepared
  const signed = await signWitness(clients, prepared, batchWitness(items), permit, { timeoutMs, signal })
  return { from, items: signedItems(items), ...signed }
}

function submit(
  clients: ClientPair,
  { from, nonce, deadline, signature }: BatchWitness,
  prepared: PreparedSends,
  options: SendBatchOptions,
): Promise<readonly SendProtectedResult[]> {
  const data = encodeFunctionData({
    abi: protectedTransferAbi,
    functionName: 'sendProtectedBatchWithWitness',
    args: [from, prepared.items, nonce, deadline, signature],
  })
  return lockBatch(clients, prepared, data, options)
}
