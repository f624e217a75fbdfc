import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, encodeFunctionData, isHex } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import { InvalidInputError } from '../errors/input.js'
import { InsufficientFundsError } from '../errors/transfer.js'
import { lock } from './internal/lock.js'
import { type PreparedSend, prepareSend, type SendFields, type SendProtectedOptions } from './internal/prepareSend.js'
import { sendWitness, signWitness } from './internal/signWitness.js'
import type { PermitSignature, SignPermitOptions } from './permit.js'
import type { SendProtectedResult } from './types.js'

/** A payer's Permit2 signature for one whole transfer, which any account may submit. */
export type SendWitness = SendFields & PermitSignature & { from: Address }

/** How a send by witness is guarded and followed, and how long its permit is valid. */
export type SendWithWitnessOptions = SendProtectedOptions & { permit?: SignPermitOptions | undefined }

/**
 * Locks USDC for a recipient by a Permit2 signature that names the transfer, so that the wallet shows the recipient. Needs
 * `approvePermit(clients)` once.
 *
 * @throws As `sendProtected` does, and {@link SignatureUnusableError}.
 * @example
 * await approvePermit(clients)
 * const { transferId } = await sendProtectedWithWitness(clients, { configId, to, amount, claimHash })
 */
export async function sendProtectedWithWitness(
  clients: ClientPair,
  params: SendFields,
  options: SendWithWitnessOptions = {},
): Promise<SendProtectedResult> {
  const prepared = await prepare(clients, params, options)
  return submit(clients, await sign(clients, params, prepared, options), prepared, options)
}

/**
 * Signs a whole transfer for another account to submit, which pays the gas. The firewall runs before the signature.
 *
 * @throws As `sendProtected` does before sending, and {@link SignatureUnusableError}.
 * @example
 * const witness = await signSendWitness(clients, { configId, to, amount, claimHash })
 */
export async function signSendWitness(
  clients: ClientPair,
  params: SendFields,
  options: SendWithWitnessOptions = {},
): Promise<SendWitness> {
  return sign(clients, params, await prepare(clients, params, options), options)
}

/**
 * Submits a payer's witness from the connected account. The firewall looks at the payer's history, not at the submitter's.
 *
 * @throws As `sendProtected` does. {@link CallRefusedError} when the nonce was used or the permit has expired.
 * @example
 * const witness = await signSendWitness(clients, { configId, to, amount, claimHash })
 * const { transferId } = await submitSendWitness(clients, witness)
 */
export async function submitSendWitness(
  clients: ClientPair,
  witness: SendWitness,
  options: SendProtectedOptions = {},
): Promise<SendProtectedResult> {
  if (!isHex(witness.signature)) throw new InvalidInputError('signature', 'The signature is not hex.')
  return submit(clients, witness, await prepare(clients, witness, options, witness.from), options)
}

async function prepare(clients: ClientPair, params: SendFields, options: SendProtectedOptions, payer?: Address) {
  const prepared = await prepareSend(clients, params, options, { payer, spender: 'permit' })
  if (prepared.allowance < params.amount)
    throw new InsufficientFundsError('allowance', params.amount, prepared.allowance, {
      do: 'approve',
      spender: 'permit',
    })
  return prepared
}

async function sign(
  clients: ClientPair,
  { configId, amount, claimHash }: SendFields,
  { from, to, ...prepared }: PreparedSend,
  { permit, timeoutMs, signal }: SendWithWitnessOptions,
): Promise<SendWitness> {
  const witness = sendWitness({ configId, to, amount, claimHash })
  const signed = await signWitness(clients, { ...prepared, total: amount }, witness, permit, { timeoutMs, signal })
  return { from, configId, to, amount, claimHash, ...signed }
}

function submit(
  clients: ClientPair,
  { from, configId, to, amount, claimHash, nonce, deadline, signature }: SendWitness,
  prepared: PreparedSend,
  options: SendProtectedOptions,
): Promise<SendProtectedResult> {
  const data = encodeFunctionData({
    abi: protectedTransferAbi,
    functionName: 'sendProtectedWithWitness',
    args: [from, configId, to, amount, claimHash, nonce, deadline, signature],
  })
  return lock(clients, prepared, { to: prepared.contract, data }, { configId, to, amount, claimHash }, options)
}
