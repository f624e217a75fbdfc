import { encodeErrorResult } from 'viem/utils'
import { startCount } from './countElements.js'
import { errorResponse, type RpcError, TRANSACTION_REJECTED } from './messages.js'
import type { UnreadBody } from './readBody.js'

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

/** The answer to a body that was not read: of a batch one error for each request, in which clients look for their own. */
export function unreadResponse({ why, elements }: UnreadBody): string {
  const what = why === 'long' ? 'the request is too long' : 'the request took too long to arrive'
  return forEach(elements, `Holdfast: ${what} to be checked. Nothing was sent.`)
}

/** The answer to a body with which the guard itself has failed: after a broken connection viem's `fallback` asks its next node. */
export function faultResponse(body: Uint8Array): string {
  const count = startCount()
  count.add(body)
  return forEach(count.elements, 'Holdfast: this request could not be answered.')
}

function forEach(elements: number | undefined, text: string): string {
  const response = errorResponse(null, notCheckedError(text))
  if (elements === undefined) return response
  return `[${Array.from({ length: Math.min(elements, maxResponses) }, () => response).join()}]`
}

/** So that the answer has less than the 10 MiB that viem reads. */
const maxResponses = 50_000

/** Printable ASCII on one line: what is shown may come from a node. */
function plainText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 600)
}
