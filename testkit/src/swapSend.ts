import { protectedTransferAbi } from '@holdfast/contracts'
import { decodeFunctionData, encodeFunctionData, type Hex } from 'viem'

/** The fields of a send, in the order of the call. */
export type SentFields = { configId: Hex; to: Hex; amount: bigint; claimHash: Hex }

/** A call that locks money, as a plain send with other fields; any other call as it is. */
export function swapSend(data: Hex, other: Partial<SentFields>): Hex {
  const { functionName, args = [] } = readCall(data)
  const at = functionName === 'sendProtected' ? 0 : 1
  if (!functionName?.startsWith('sendProtected')) return data
  // As the ABI of both functions has them.
  const [configId, to, amount, claimHash] = args.slice(at, at + 4) as [Hex, Hex, bigint, Hex]
  const sent = { configId, to, amount, claimHash, ...other }
  return encodeFunctionData({
    abi: protectedTransferAbi,
    functionName: 'sendProtected',
    args: [sent.configId, sent.to, sent.amount, sent.claimHash],
  })
}

function readCall(data: Hex): { functionName?: string; args?: readonly unknown[] | undefined } {
  try {
    return decodeFunctionData({ abi: protectedTransferAbi, data })
  } catch {
    // A call of another contract.
    return {}
  }
}
