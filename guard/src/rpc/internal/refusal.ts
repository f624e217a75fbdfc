import { encodeErrorResult } from 'viem/utils'
import { type RpcError, TRANSACTION_REJECTED } from './messages.js'

const errorAbi = [{ type: 'error', name: 'Error', inputs: [{ type: 'string' }] }] as const

/**
 * A refusal as wallets and libraries show it: code 3, the words `execution reverted`, and the text once more in `data`. With these
 * words viem's `fallback` does not hand the payment to the next node.
 *
 * @param text - Begins with `Holdfast:`.
 */
export function refusalError(text: string): RpcError {
  const plain = plainText(text)
  return {
    code: 3,
    message: `execution reverted: ${plain}`,
    data: encodeErrorResult({ abi: errorAbi, errorName: 'Error', args: [plain] }),
  }
}

/**
 * A broadcast that could not be judged, which is not a refusal of the payee. No client tries another node after this code.
 */
export function notCheckedError(text: string): RpcError {
  return { code: TRANSACTION_REJECTED, message: plainText(text) }
}

/** Printable ASCII on one line: what is shown may come from a node. */
function plainText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 600)
}
