/** A refusal of the JSON-RPC front, in the words of the primary chain's hosts. */
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
