/** A JSON-RPC request as it was parsed: `id` exactly as the client wrote it, also beyond 2^53. */
export type RpcRequest = {
  jsonrpc?: unknown
  /** Absent in a notification, which has no response. */
  id?: unknown
  method: string
  params?: unknown
}

/** The `error` member of a response. */
export type RpcError = { code: number; message: string; data?: unknown }

/** Codes of JSON-RPC 2.0 and EIP-1474. */
export const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600
export const UPSTREAM_FAILED = -32603
/** "Transaction rejected": clients do not try another node after it. */
export const TRANSACTION_REJECTED = -32003
export const LIMIT_EXCEEDED = -32005

/** A response that holds an error, as JSON. */
export function errorResponse(id: unknown, error: RpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error })
}

/** A response that holds a result, as JSON. */
export function resultResponse(id: unknown, result: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: id ?? null, result })
}
