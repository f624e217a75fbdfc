import { protectedTransferAbi } from '@holdfast/contracts'
import { encodeFunctionData, isHex } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import { withoutSecrets } from '../chain/failure.js'
import { hasCode } from '../chain/transaction/hasCode.js'
import { ChainUnavailableError } from '../errors/chain.js'
import { InvalidInputError } from '../errors/input.js'
import { InsufficientFundsError } from '../errors/transfer.js'
import { type AuthorizationOptions, type SendAuthorization, signAuthorization } from './authorization.js'
import { lock } from './internal/lock.js'
import { type PreparedSend, prepareSend, type SendFields, type SendProtectedOptions } from './internal/prepareSend.js'
import type { SendProtectedResult } from './types.js'

/** How an authorized send is guarded, followed, and how long its authorization lives. */
export type SendWithAuthorizationOptions = SendProtectedOptions & { authorization?: AuthorizationOptions | undefined }

/**
 * Locks USDC for a recipient by one signature and one transaction of the connected account: no approval needed.
 *
 * @throws As `sendProtected` does, and {@link SignatureUnusableError}.
 * @example
 * const { transferId } = await sendProtectedWithAuthorization(clients, { configId, to, amount, claimHash })
 */
export async function sendProtectedWithAuthorization(
  clients: ClientPair,
  params: SendFields,
  options: SendWithAuthorizationOptions = {},
): Promise<SendProtectedResult> {
  const prepared = await prepareSend(clients, params, options)
  const authorization = await signAuthorization(
    clients,
    prepared,
    { ...params, to: prepared.to },
    options.authorization,
    options,
  )
  return submit(clients, authorization, prepared, options)
}

/**
 * Signs a whole transfer for another account to submit, which pays the gas. The firewall runs before the signature.
 *
 * On the primary chain an account that has never sent a transaction cannot be emptied by signature: leave it 1 unit.
 *
 * @throws As `sendProtected` does before sending, and {@link SignatureUnusableError}.
 * @example
 * const authorization = await signSendAuthorization(clients, { configId, to, amount, claimHash })
 */
export async function signSendAuthorization(
  clients: ClientPair,
  params: SendFields,
  options: SendWithAuthorizationOptions = {},
): Promise<SendAuthorization> {
  const prepared = await prepareSend(clients, params, options)
  const { deployment, from, balance } = prepared
  if (deployment.keepsOneUnit && balance === params.amount && (await isUntouched(clients, from)))
    throw new InsufficientFundsError('balance', params.amount + 1n, balance, {
      do: 'lower_amount',
      atMost: balance - 1n,
    })
  return signAuthorization(clients, prepared, { ...params, to: prepared.to }, options.authorization, options)
}

/**
 * Submits a payer's authorization from the connected account. The firewall looks at the payer's history, not at the
 * submitter's.
 *
 * @throws As `sendProtected` does. {@link CallRefusedError} when the authorization was used, cancelled or has expired.
 * @example
 * const { transferId } = await submitSendAuthorization(clients, authorization)
 */
export async function submitSendAuthorization(
  clients: ClientPair,
  authorization: SendAuthorization,
  options: SendProtectedOptions = {},
): Promise<SendProtectedResult> {
  if (!isHex(authorization.signature)) throw new InvalidInputError('signature', 'The signature is not hex.')
  const prepared = await prepareSend(clients, authorization, options, { payer: authorization.from })
  return submit(clients, authorization, prepared, options)
}

function submit(
  clients: ClientPair,
  { from, configId, to, amount, claimHash, validAfter, validBefore, nonceSalt, signature }: SendAuthorization,
  prepared: PreparedSend,
  options: SendProtectedOptions,
): Promise<SendProtectedResult> {
  const data = encodeFunctionData({
    abi: protectedTransferAbi,
    functionName: 'sendProtectedWithAuthorization',
    args: [from, configId, to, amount, claimHash, validAfter, validBefore, nonceSalt, signature],
  })
  return lock(clients, prepared, { to: prepared.contract, data }, { configId, to, amount, claimHash }, options)
}

async function isUntouched(clients: ClientPair, from: SendAuthorization['from']): Promise<boolean> {
  try {
    const [nonce, code] = await Promise.all([
      clients.publicClient.request({ method: 'eth_getTransactionCount', params: [from, 'latest'] }),
      hasCode(clients, from),
    ])
    return BigInt(nonce) === 0n && !code
  } catch (error) {
    throw new ChainUnavailableError('reading the account', withoutSecrets(error))
  }
}
