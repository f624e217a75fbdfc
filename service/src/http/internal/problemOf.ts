import type { ProblemCode } from '@holdfast/sdk/wire'

/**
 * What an error of a handler is to the caller, by the names of its classes; its text is never read, since it may carry the
 * address of an endpoint and the body that was sent to it.
 */
export function problemOf(error: unknown): ProblemCode {
  for (const name of namesOf(error)) {
    if (timeouts.has(name)) return 'upstream_timeout'
    if (unreachable.has(name)) return 'upstream_unavailable'
  }
  return 'internal_error'
}

/** The classes of an error and its causes, for the log. */
export function namesOf(error: unknown): readonly string[] {
  const names: string[] = []
  for (let current = error; current instanceof Error && names.length < 10; current = current.cause)
    names.push(/^[A-Za-z]{1,60}$/.test(current.name) ? current.name : 'Error')
  return names.length === 0 ? [typeof error] : names
}

/** Where our code threw: the innermost file and line of ours, without a path. */
export function placeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return undefined
  return /\/([\w.-]{1,60}\.[cm]?[jt]s:[0-9]+)/.exec(error.stack)?.[1]
}

const timeouts = new Set(['TimeoutError', 'AbortError'])
const unreachable = new Set([
  'StoreUnavailableError',
  'LeaseLostError',
  'SignerUnavailableError',
  'HttpRequestError',
  'WebSocketRequestError',
  'SocketClosedError',
  'RpcRequestError',
  'LimitExceededRpcError',
  'InternalRpcError',
  'ResourceUnavailableRpcError',
  'ChainUnavailableError',
])
