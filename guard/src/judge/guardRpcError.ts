import type { GuardRefusedError, RiskReport } from '@holdfast/sdk/errors'
import { encodeErrorResult, type Hex } from 'viem'
import type { JudgedRequest } from './createJudge.js'
import { keepRecentRefusal } from './internal/recentRefusals.js'

/**
 * A refusal in the form in which wallets and clients show its text and pay nothing: an EIP-1193 error that is also the
 * `error` of a JSON-RPC answer.
 *
 * A send is refused with code 3 and the words `execution reverted`, a signature with -32003. With -32000, -32601 or
 * -32602 viem sends again by another method, with 4001 dapps say nothing, and each of them lets a fallback endpoint pay.
 */
export class GuardRpcError extends Error {
  override readonly name = 'GuardRpcError'
  readonly code: 3 | -32003
  /** ABI encoding of `Error(string)` with the text. */
  readonly data: Hex
  declare readonly cause: GuardRefusedError

  constructor(refusal: GuardRefusedError, purpose: JudgedRequest['purpose']) {
    super(purpose === 'signature' ? refusal.shortMessage : `execution reverted: ${refusal.shortMessage}`, {
      cause: refusal,
    })
    this.code = purpose === 'signature' ? -32003 : 3
    this.data = encodeErrorResult({ abi: revertAbi, errorName: 'Error', args: [refusal.shortMessage] })
    keepRecentRefusal(this.data, refusal)
  }

  /** What the firewall found, for a screen that explains it. */
  get report(): RiskReport | undefined {
    return this.cause.report
  }

  /** As the `error` of a JSON-RPC answer: nothing of the report is in it. */
  toJSON(): { code: number; message: string; data: Hex } {
    return { code: this.code, message: this.message, data: this.data }
  }
}

const revertAbi = [{ type: 'error', name: 'Error', inputs: [{ name: 'message', type: 'string' }] }] as const
