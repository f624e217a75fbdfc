import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, encodeFunctionData, type Hex, parseAbi, stringToHex } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import { requireAccount } from '../chain/transaction/execute.js'
import { canBatch, executeBatch } from '../chain/transaction/executeBatch.js'
import { inTurn } from '../chain/transaction/inTurn.js'
import { usdcAbi } from '../chain/usdc.js'
import { InsufficientFundsError } from '../errors/transfer.js'
import { approveUsdc } from './allowance.js'
import { lock } from './internal/lock.js'
import { prepareSend, type SendProtectedOptions } from './internal/prepareSend.js'
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
 * @throws Before anything is signed: {@link InvalidInputError} and its kin, {@link RiskBlockedError},
 *   {@link UnknownConfigError}, {@link UntrustedVerifierError}, {@link InsufficientFundsError}, what every write throws.
 *   After it: {@link TransactionUnconfirmedError}; then `findTransfer` finds the transfer by its claim hash.
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
  const { deployment, contract, to, fee, allowance } = await prepareSend(clients, params, options, {
    spender: 'contract',
  })
  const data = encodeFunctionData({
    abi: protectedTransferAbi,
    functionName: 'sendProtected',
    args: [params.configId, to, params.amount, params.claimHash],
  })
  if (allowance < params.amount) {
    if (options.approve !== true)
      throw new InsufficientFundsError('allowance', params.amount, allowance, {
        do: 'approve',
        spender: 'transfer_contract',
      })
    if (await canBatch(clients, deployment.id)) {
      const approval = encodeFunctionData({ abi: usdcAbi, functionName: 'approve', args: [contract, params.amount] })
      const calls = [
        { to: deployment.usdc, data: approval },
        { to: contract, data },
      ]
      const receipt = await executeBatch(clients, deployment, calls, sending, options)
      return readSend(receipt, contract, params.claimHash, fee)
    }
  }
  const call =
    deployment.memo !== undefined && params.memo !== false
      ? { to: deployment.memo, data: wrapInMemo(contract, data, params.claimHash) }
      : { to: contract, data }
  const send = () => lock(clients, { deployment, contract, fee }, call, params.claimHash, options)
  if (allowance >= params.amount) return send()
  const { address: payer } = requireAccount(clients.walletClient)
  const { timeoutMs, signal } = options
  const approveAndSend = async () => {
    await approveUsdc(clients, params.amount, { timeoutMs, signal })
    return send()
  }
  // Two sends of one wallet would overwrite each other's allowance.
  return inTurn(`send:${deployment.id}:${contract}:${payer}`, approveAndSend, signal)
}

/** Whether to approve on the way. */
export type ApproveOption = {
  /**
   * Approves exactly the amount where the allowance is short: in one batch with the send where the wallet can
   * (EIP-5792; then without a memo), else in a transaction before it, one such send of the account after the other.
   * @default false
   */
  approve?: boolean | undefined
}

/** Memo bytes of a protected send, as utf8. */
const memoText = 'holdfast:send:v1'

const memoAbi = parseAbi(['function memo(address target, bytes data, bytes32 memoId, bytes memoData)'])

function wrapInMemo(target: Address, data: Hex, claimHash: Hex): Hex {
  return encodeFunctionData({
    abi: memoAbi,
    functionName: 'memo',
    args: [target, data, claimHash, stringToHex(memoText)],
  })
}
