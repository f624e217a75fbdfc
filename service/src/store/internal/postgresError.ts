import { StoreUnavailableError } from '../StoreErrors.js'

/** Of the socket and of name resolution. */
const socketCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])

/**
 * SQLSTATE classes and codes (PostgreSQL, appendix A): connection exceptions, wrong credentials, insufficient resources,
 * operator intervention with statement timeouts, I/O errors; a read-only server, a lock not granted, a session ended for
 * idling.
 */
const states = /^(?:08...|28...|53...|57...|58...|25006|25P03|55P03)$/

/** Messages of `pg` itself, without a code, when a connection is lost or not available in time. */
const messages =
  /^(?:Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client was closed|The server does not support SSL)/

/**
 * Translates a failure of `pg`.
 *
 * @param query - The query that failed, in SQL.
 */
export function postgresError(error: unknown, query?: string): unknown {
  return isUnavailable(error) ? new StoreUnavailableError({ cause: error, isCommit: query === 'commit' }) : error
}

/** Whether a transaction failed only because of a conflict with another: serialization failure or deadlock. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error)
  return code === '40001' || code === '40P01'
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  const code = codeOf(error)
  if (code !== undefined) return socketCodes.has(code) || states.test(code)
  return error instanceof Error && messages.test(error.message)
}

function codeOf(error: unknown): string | undefined {
  // Any value has properties to read, except null and undefined.
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}
