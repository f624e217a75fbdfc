import type { Advice, ErrorEffect, ErrorRetry } from './advice.js'
import { ServiceError } from './base.js'

/**
 * Reads effect, retry and advice of anything that was thrown. An error from elsewhere counts as open: it may have been
 * thrown after a broadcast, so look up what was begun before anything is sent again.
 *
 * @example
 * try {
 *   await claim(clients, 42n, code, salt)
 * } catch (error) {
 *   const { effect, retry, advice } = describeError(error)
 *   if (effect === 'none' && retry === 'later') console.error('Try again later.')
 *   else console.error(advice.do)
 * }
 */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof ServiceError))
    return { code: undefined, effect: 'open', retry: 'no', advice: { do: 'look_up_transaction' }, settles: false }
  const { code, effect, retry, advice, settles } = error
  return { code, effect, retry, advice, settles }
}

/** What an error says in data. */
export type ErrorDescription = {
  /** Undefined for an error that this library did not throw. */
  code: string | undefined
  effect: ErrorEffect
  retry: ErrorRetry
  advice: Advice
  /** Whether what was begun is over, so that no record of it is needed any more. */
  settles: boolean
}
