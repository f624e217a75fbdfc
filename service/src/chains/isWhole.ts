import type { TransactionReceipt } from 'viem'

/** Whether a receipt says in which block, with which outcome and with which logs: viem has `null` for what a node left out. */
export function isWhole({ blockNumber, status, logs }: TransactionReceipt): boolean {
  return blockNumber !== null && Boolean(status && logs)
}
