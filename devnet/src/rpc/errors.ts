import { AnvilRpcError } from '../anvil/client.js'

/** A refusal of the JSON-RPC front, with the message of the chains' hosts. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const methodNotFound = (method: string) =>
  new RpcError(-32601, `the method ${method} does not exist/is not available`)

export const invalidParams = (message: string) => new RpcError(-32602, message)

/** anvil refuses with codes that make some clients give up; the chains' nodes use -32000. */
export function inNodeWords(error: unknown): unknown {
  if (!(error instanceof AnvilRpcError)) return error
  if (/already imported|already known/i.test(error.message)) return new RpcError(-32000, 'already known')
  if (error.code !== -32003) return error
  return new RpcError(-32000, error.message.charAt(0).toLowerCase() + error.message.slice(1))
}
