import { protectedTransferAbi } from '@holdfast/contracts'
import { encodeFunctionData } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import { type ApproveOption, byApproval } from './internal/byApproval.js'
import { lock } from './internal/lock.js'
import { prepareSend, type SendProtectedOptions } from './internal/prepareSend.js'
import { wrapInMemo } from './memo.js'
import type { SendProtectedParams, SendProtectedResult } from './types.js'
import { readSend, sending } from './waitForSend.js'

/**
 * Locks USDC for a recipient, who claims it with the code. Pulls from the connected account, so approve first, or
 * let `approve: true` do it.
 *
 * The firewall runs before anything is signed. By default the call is wrapped in the Memo predeploy where the chain has
 * one, with `memoId` = claim hash; only an EOA can use it.
 *
 * @returns Id, deadline and fee of the transfer, once it is mined.
 * @throws Before anything is signed: {@link InvalidInputError} and its subclasses, {@link RiskBlockedError},
 *   {@link UnknownConfigError}, {@link UntrustedVerifierError}, {@link InsufficientFundsError}, what every write throws.
 *   After it: {@link TransactionUnconfirmedError}; then `findTransfer` finds the transfer by its claim hash. {@link TransferDiffersError}
 *   where the wallet has made another transfer than it was asked for.
 * @example
 * const { claimHash } = generateClaimCode()
 * await approveUsdc(clients, 25_000_000n)
 * const { transferId } = await sendProtected(clients, { configId, to, amount: 25_000_000n, claimHash })
 */
export async function sendProtected(
  clients: ClientPair,
  params: SendProtectedParams,
  options: SendProtectedOptions & ApproveOption = {},
): Promise<SendProtectedResult> {
  const prepared = await prepareSend(clients, params, options, { spender: 'contract' })
  const { deployment, contract, to } = prepared
  const { configId, amount, claimHash } = params
  const data = encodeFunctionData({
    abi: protectedTransferAbi,
    functionName: 'sendProtected',
    args: [configId, to, amount, claimHash],
  })
  const call =
    deployment.memo !== undefined && params.memo !== false
      ? { to: deployment.memo, data: wrapInMemo(contract, data, claimHash) }
      : { to: contract, data }
  return byApproval(
    clients,
    { ...prepared, total: amount },
    {
      data,
      attempted: sending,
      read: (receipt) => readSend(receipt, contract, params, prepared),
      send: () => lock(clients, prepared, call, params, options),
    },
    options,
  )
}
