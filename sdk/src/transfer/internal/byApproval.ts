import type { Address, Hex, TransactionReceipt } from 'viem'
import { encodeFunctionData } from 'viem'
import type { ClientPair } from '../../chain/clients.js'
import type { WriteOptions } from '../../chain/transaction/execute.js'
import { canBatch, executeBatch } from '../../chain/transaction/executeBatch.js'
import { inTurn } from '../../chain/transaction/inTurn.js'
import { requireAccount } from '../../chain/transaction/requireAccount.js'
import { usdcAbi } from '../../chain/usdc.js'
import { InsufficientFundsError } from '../../errors/transfer.js'
import { approve } from './approve.js'
import type { PreparedSends } from './prepareSend.js'

/** Whether to approve on the way. */
export type ApproveOption = {
  /**
   * Approves exactly the amount where the allowance is short: in one batch with the send where the wallet can
   * (EIP-5792; then without a memo), else in a transaction before it, one such send of the account after the other.
   * @default false
   */
  approve?: boolean | undefined
}

/**
 * Makes a call that pulls the account's money by allowance, and approves first where that was asked for.
 *
 * @param data - Of the transfer contract, for a wallet that approves and sends as one.
 * @param read - Reads the receipt of that wallet.
 * @param send - Makes the call alone.
 */
export async function byApproval<result>(
  clients: ClientPair,
  { deployment, contract, allowance, total }: Pick<PreparedSends, 'deployment' | 'contract' | 'allowance' | 'total'>,
  {
    data,
    attempted,
    read,
    send,
  }: {
    data: Hex
    attempted: string
    read: (receipt: Pick<TransactionReceipt, 'logs' | 'transactionHash'>) => result
    send: () => Promise<result>
  },
  options: WriteOptions & ApproveOption,
): Promise<result> {
  if (allowance >= total) return send()
  if (options.approve !== true)
    throw new InsufficientFundsError('allowance', total, allowance, { do: 'approve', spender: 'transfer_contract' })
  if (await canBatch(clients, deployment.id)) {
    const approval = encodeFunctionData({ abi: usdcAbi, functionName: 'approve', args: [contract, total] })
    const calls: { to: Address; data: Hex }[] = [
      { to: deployment.usdc, data: approval },
      { to: contract, data },
    ]
    return read(await executeBatch(clients, deployment, calls, attempted, options))
  }
  const { address: payer } = requireAccount(clients.walletClient)
  const { timeoutMs, signal } = options
  const approveAndSend = async () => {
    await approve(clients, { deployment, contract }, total, { timeoutMs, signal })
    return send()
  }
  // Two sends of one wallet would overwrite each other's allowance.
  return inTurn(`send:${deployment.id}:${contract}:${payer}`, approveAndSend, signal)
}
