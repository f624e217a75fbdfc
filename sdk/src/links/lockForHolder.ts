import { zeroAddress } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { InvalidInputError } from '../errors/input.js'
import { UnknownConfigError } from '../errors/transfer.js'
import type { AuthorizationOptions } from '../transfer/authorization.js'
import { canPayBySignature } from '../transfer/canPayBySignature.js'
import { CLAIM_MODES, RELEASE_ABOVE } from '../transfer/config.js'
import { getConfig } from '../transfer/getConfig.js'
import { sendProtected } from '../transfer/sendProtected.js'
import { sendProtectedWithAuthorization } from '../transfer/sendProtectedWithAuthorization.js'
import type { SendProtectedParams, SendProtectedResult } from '../transfer/types.js'

/**
 * Locks USDC for the holder of the key of a claim hash. Pays by one signature where the account can, else approves and sends.
 *
 * @throws As `createPaymentLink`.
 */
export async function lockForHolder(
  clients: ClientPair,
  { configId, amount, claimHash }: Pick<SendProtectedParams, 'configId' | 'amount' | 'claimHash'>,
  options: WriteOptions & { authorization?: AuthorizationOptions | undefined } = {},
): Promise<SendProtectedResult> {
  const config = await getConfig(clients, configId)
  if (config === undefined) throw new UnknownConfigError(configId)
  const { KEY, KEY_RELEASE } = CLAIM_MODES
  if (config.claimMode !== KEY && config.claimMode !== KEY_RELEASE)
    throw new InvalidInputError('configId', 'A payment link needs terms with claim mode `KEY` or `KEY_RELEASE`.')
  if (config.claimMode === KEY && amount > RELEASE_ABOVE)
    throw new InvalidInputError('amount', 'A payment link over 100 USDC needs terms with claim mode `KEY_RELEASE`.', [
      'Register such terms, or lock a smaller amount.',
    ])
  const params = { configId, to: zeroAddress, amount, claimHash }
  return (await canPayBySignature(clients))
    ? sendProtectedWithAuthorization(clients, params, options)
    : sendProtected(clients, params, { ...options, approve: true })
}
