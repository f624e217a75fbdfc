import { describeError } from '@holdfast/sdk/errors'
import type { ProblemCode } from '@holdfast/sdk/wire'
import { EndpointError } from '../../chains/EndpointError.js'

/**
 * Maps a handler's error to the problem that is reported to the caller: a timeout where the operation may have begun, so that
 * the caller does not take it for nothing. The error's text is never used, since it may
 * contain the address of an endpoint and the body that was sent to it.
 */
export function problemOf(error: unknown): ProblemCode {
  for (const cause of causesOf(error)) {
    if (isEndedWait(cause)) return 'upstream_timeout'
    if (cause instanceof EndpointError) return cause.isTimeout ? 'upstream_timeout' : 'upstream_unavailable'
    const { retry, effect } = describeError(cause)
    if (retry === 'later') return effect === 'open' ? 'upstream_timeout' : 'upstream_unavailable'
  }
  return 'internal_error'
}

/** Whether the error is that a wait was ended by its deadline or its signal. */
function isEndedWait(error: unknown): boolean {
  if (!(error instanceof DOMException)) return false
  return error.code === DOMException.TIMEOUT_ERR || error.code === DOMException.ABORT_ERR
}

/** The error and its causes, outermost first; at most ten, since causes can form a circle. */
function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = []
  for (let current = error; current instanceof Error && causes.length < 10; current = current.cause)
    causes.push(current)
  return causes
}

/** The class names of an error and its causes, for the log. */
export function namesOf(error: unknown): readonly string[] {
  const names = causesOf(error).map(({ name }) => (/^[A-Za-z_]{1,60}$/.test(name) ? name : 'Error'))
  return names.length === 0 ? [typeof error] : names
}
