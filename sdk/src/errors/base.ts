import type { Advice, ErrorEffect, ErrorRetry } from './advice.js'
import { version } from './version.js'

/**
 * Base of every error this library throws: catch it to catch them all.
 *
 * `effect`, `retry` and `advice` say in data whether money moved, whether the same call can succeed, and what to do; read
 * them of any error with {@link describeError}. `name` and `code` are literals to switch on. Extra fields of a subclass are
 * data; `message` never needs to be parsed. No error carries a claim code, a salt, a key or a signature.
 *
 * @example
 * try {
 *   await claim(clients, 42n, code, salt)
 * } catch (error) {
 *   if (error instanceof ServiceError) console.error(error.code, error.shortMessage)
 * }
 */
export class ServiceError extends Error {
  override name: string = 'ServiceError'
  /** Stable lower-snake literal. */
  declare readonly code: string
  /** Whether money moved. */
  declare readonly effect: ErrorEffect
  /** Whether the same call can succeed. */
  declare readonly retry: ErrorRetry
  /** What to do. */
  declare readonly advice: Advice
  /**
   * Whether the error says how an operation that was begun has ended, so that a journal may drop it. False where only this
   * call failed, as for lack of an answer.
   */
  declare readonly settles: boolean
  /** One sentence with the offending value. */
  declare readonly shortMessage: string
  /** Aligned facts. */
  declare readonly metaMessages: readonly string[]
  /** The failing party's own words; undefined where no other party was involved. */
  declare readonly details: string | undefined
  /** Page of the documentation that explains the error: a path in this repository. */
  declare readonly docsPath: string

  constructor(shortMessage: string, options: ServiceErrorOptions) {
    const { metaMessages = [], hint, cause, details = detailsOf(cause), docsPath, ...data } = options
    const lines = hint === undefined ? metaMessages : [...metaMessages, hint]
    const origin = [docsPath && `Docs: ${docsPath}`, details && `Details: ${details}`, `Version: ${version.current}`]
    super(
      [shortMessage, lines.join('\n'), origin.filter(Boolean).join('\n')].filter(Boolean).join('\n\n'),
      cause === undefined ? undefined : { cause },
    )
    // One assignment instead of ten: every import that can throw pays for this class.
    Object.assign(this, {
      code: 'service_error',
      settles: false,
      ...data,
      shortMessage,
      metaMessages,
      details,
      docsPath: docsPath ?? 'docs/errors.md',
    })
  }

  /**
   * Searches this error and its causes.
   *
   * @returns The first error that `predicate` accepts, or `null`; without a predicate the innermost cause.
   */
  walk(): Error
  walk(predicate: (error: unknown) => boolean): Error | null
  walk(predicate?: (error: unknown) => boolean): Error | null {
    let current: unknown = this
    for (;;) {
      // What the caller's predicate accepts; as viem does.
      if (predicate?.(current)) return current as Error
      const next = current instanceof Error ? current.cause : undefined
      // The innermost is this error, or a cause that is one.
      if (next === undefined || next === null) return predicate ? null : (current as Error)
      current = next
    }
  }
}

/** What an error says besides its sentence. */
export type ServiceErrorOptions = {
  effect: ErrorEffect
  retry: ErrorRetry
  advice: Advice
  /** @default false */
  settles?: boolean
  /** @default 'service_error' */
  code?: string
  cause?: unknown
  details?: string | undefined
  /** Printed in the message where given.
   * @default 'docs/errors.md' */
  docsPath?: string | undefined
  metaMessages?: readonly string[] | undefined
  /** The advice in a developer's words; the last line before `details`. */
  hint?: string | undefined
}

function detailsOf(cause: unknown): string | undefined {
  if (cause instanceof ServiceError) return cause.details ?? cause.shortMessage
  return cause instanceof Error
    ? // Errors of viem have one.
      String((cause as { shortMessage?: unknown }).shortMessage ?? cause.message)
    : undefined
}
