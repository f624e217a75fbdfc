import { protectedTransferAbi } from '@holdfast/contracts'
import { encodeAbiParameters, encodeFunctionData, type Hex, isHex, keccak256, stringToHex, zeroHash } from 'viem'
import { parseAddress } from '../chain/address.js'
import { assertBytes32 } from '../chain/bytes32.js'
import type { ClientPair } from '../chain/clients.js'
import { assertSeconds, deadlineAfter } from '../chain/deadline.js'
import { signTyped } from '../chain/transaction/signTyped.js'
import { receiveAuthorization } from '../chain/usdc.js'
import { InvalidInputError } from '../errors/input.js'
import type { AuthorizationOptions, SendAuthorization } from './authorization.js'
import { eachItem, signedItems } from './internal/batch.js'
import { lockBatch } from './internal/lockBatch.js'
import { prepareBatch, type SendBatchOptions } from './internal/prepareBatch.js'
import type { PreparedSends, SendFields } from './internal/prepareSend.js'
import type { SendProtectedResult } from './types.js'

/** A payer's word for all transfers of a batch, which any account may submit: no approval, no gas for the payer. */
export type BatchAuthorization = Omit<SendAuthorization, keyof SendFields> & { items: readonly SendFields[] }

/** How an authorized batch is guarded, followed, and how long its authorization lives. */
export type SendBatchWithAuthorizationOptions = SendBatchOptions & { authorization?: AuthorizationOptions | undefined }

/**
 * Locks USDC for 1 to 100 transfers by one signature and one transaction of the connected account: no approval needed.
 *
 * @throws As `sendProtectedBatch` does, and {@link SignatureUnusableError}.
 * @example
 * const [sent] = await sendProtectedBatchWithAuthorization(clients, [{ configId, to, amount, claimHash }])
 */
export async function sendProtectedBatchWithAuthorization(
  clients: ClientPair,
  items: readonly SendFields[],
  options: SendBatchWithAuthorizationOptions = {},
): Promise<readonly SendProtectedResult[]> {
  const prepared = await prepareBatch(clients, items, options)
  return submit(clients, await sign(clients, prepared, options), prepared, options)
}

/**
 * Signs a batch for another account to submit, which pays the gas. The firewall runs before the signature.
 *
 * @throws As `sendProtectedBatch` does before sending, and {@link SignatureUnusableError}.
 * @example
 * const authorization = await signBatchAuthorization(clients, [{ configId, to, amount, claimHash }])
 */
export async function signBatchAuthorization(
  clients: ClientPair,
  items: readonly SendFields[],
  options: SendBatchWithAuthorizationOptions = {},
): Promise<BatchAuthorization> {
  return sign(clients, await prepareBatch(clients, items, options), options)
}

/**
 * Submits a payer's authorization of a batch. The firewall looks at the payer's history, not at the submitter's.
 *
 * @throws As `sendProtectedBatch` does. {@link CallRefusedError} when the authorization was used, cancelled or has expired.
 * @example
 * const authorization = await signBatchAuthorization(clients, [{ configId, to, amount, claimHash }])
 * const [sent] = await submitBatchAuthorization(clients, authorization)
 */
export async function submitBatchAuthorization(
  clients: ClientPair,
  authorization: BatchAuthorization,
  options: SendBatchOptions = {},
): Promise<readonly SendProtectedResult[]> {
  if (!isHex(authorization.signature)) throw new InvalidInputError('signature', 'The signature is not hex.')
  const prepared = await prepareBatch(clients, authorization.items, options, { payer: authorization.from })
  return submit(clients, authorization, prepared, options)
}

/**
 * The EIP-3009 nonce that binds an authorization to all items of a batch.
 *
 * @example
 * const nonce = batchNonce([{ configId, to, amount, claimHash }])
 */
export function batchNonce(items: readonly SendFields[], nonceSalt: Hex = zeroHash): Hex {
  assertBytes32('nonceSalt', nonceSalt)
  const parsed = eachItem(items, ({ configId, to, amount, claimHash }) => {
    for (const [name, value] of Object.entries({ configId, claimHash })) assertBytes32(name, value)
    return { configId, to: parseAddress('to', to), amount, claimHash }
  })
  const hash = keccak256(encodeAbiParameters([itemsParameter], [parsed]))
  return keccak256(
    encodeAbiParameters([{ type: 'bytes32' }, { type: 'bytes32' }, { type: 'bytes32' }], [batchTag, hash, nonceSalt]),
  )
}

async function sign(
  clients: ClientPair,
  { deployment, contract, from, items, total: value, time, code }: PreparedSends,
  { authorization = {}, timeoutMs, signal }: SendBatchWithAuthorizationOptions,
): Promise<BatchAuthorization> {
  const { nonceSalt = zeroHash, validForSeconds = 600, now } = authorization
  assertSeconds('validForSeconds', validForSeconds)
  const nonce = batchNonce(items, nonceSalt)
  const validAfter = 0n
  const validBefore = await deadlineAfter(clients.publicClient, validForSeconds, now, time)
  const message = receiveAuthorization(deployment, { from, to: contract, value, validAfter, validBefore, nonce })
  const signature = await signTyped(clients, 'authorizing the batch', message, { timeoutMs, signal, code })
  return { from, items: signedItems(items), validAfter, validBefore, nonceSalt, signature }
}

function submit(
  clients: ClientPair,
  { from, validAfter, validBefore, nonceSalt, signature }: BatchAuthorization,
  prepared: PreparedSends,
  options: SendBatchOptions,
): Promise<readonly SendProtectedResult[]> {
  const data = encodeFunctionData({
    abi: protectedTransferAbi,
    functionName: 'sendProtectedBatchWithAuthorization',
    args: [from, prepared.items, validAfter, validBefore, nonceSalt, signature],
  })
  return lockBatch(clients, prepared, data, options)
}

const batchTag = /* @__PURE__ */ keccak256(/* @__PURE__ */ stringToHex('holdfast:batch:v1'))

const itemsParameter = {
  type: 'tuple[]',
  components: [
    { name: 'configId', type: 'bytes32' },
    { name: 'to', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'claimHash', type: 'bytes32' },
  ],
} as const
