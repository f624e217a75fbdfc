import type { RpcTransactionReceipt } from 'viem'

/** Whether a node's receipt says in which block, with which outcome and with which logs. */
export function isWhole(receipt: RpcTransactionReceipt | null): receipt is RpcTransactionReceipt {
  return Boolean(receipt?.blockNumber && receipt.status && receipt.logs)
}
