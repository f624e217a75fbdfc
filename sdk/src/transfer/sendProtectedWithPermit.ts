import { protectedTransferAbi } from '@holdfast/contracts'
import { encodeFunctionData } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import { InsufficientFundsError } from '../errors/transfer.js'
import { lock } from './internal/lock.js'
import { prepareSend, type SendProtectedOptions } from './internal/prepareSend.js'
import { type SignPermitOptions, signPermitOn } from './permit.js'
import type { SendProtectedParams, SendProtectedResult } from './types.js'

/**
 * Locks USDC for a recipient, pulled by signature: one transaction, no approval of the transfer contract.
 *
 * Needs `approvePermit(clients)` once. Never wrapped in the Memo predeploy: the signature names the caller's spender.
 *
 * @param params - As for `sendProtected`; `memo` has no effect.
 * @throws As `sendProtected` does, and {@link SignatureUnusableError}.
 * @example
 * await approvePermit(clients)
 * const { transferId } = await sendProtectedWithPermit(clients, { configId, to, amount, claimHash })
 */
export async function sendProtectedWithPermit(
  clients: ClientPair,
  params: SendProtectedParams,
  options: SendProtectedOptions & { permit?: SignPermitOptions | undefined } = {},
): Promise<SendProtectedResult> {
  const prepared = await prepareSend(clients, params, options, { spender: 'permit' })
  const { deployment, contract, to, allowance, time, code } = prepared
  if (allowance < params.amount)
    throw new InsufficientFundsError('allowance', params.amount, allowance, { do: 'approve', spender: 'permit' })
  const { nonce, deadline, signature } = await signPermitOn(
    clients,
    deployment,
    { amount: params.amount, to: contract, time, code },
    { ...options.permit, timeoutMs: options.timeoutMs, signal: options.signal },
  )
  const data = encodeFunctionData({
    abi: protectedTransferAbi,
    functionName: 'sendProtectedWithPermit',
    args: [params.configId, to, params.amount, params.claimHash, nonce, deadline, signature],
  })
  return lock(clients, prepared, { to: contract, data }, params, options)
}
