import { version } from './version.js'

/**
 * Base of every error this library throws: catch it to catch them all.
 *
 * `name` and `code` are literals to switch on. Extra fields of a subclass are data; nothing has to be parsed out of
 * `message`. No error carries a claim code, a salt, a key or a signature.
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
  readonly code: string
  /** One sentence with the offending value. */
  readonly shortMessage: string
  /** Aligned facts, and what to do next. */
  readonly metaMessages: readonly string[]
  /** What the failing party said, in its own words; undefined where nobody else was involved. */
  readonly details: string | undefined
  /** Page of the documentation that explains the error. */
  readonly docsPath: string | undefined

  constructor(shortMessage: string, options: ServiceErrorOptions = {}) {
    const metaMessages = options.metaMessages ?? []
    const details = options.details ?? detailsOf(options.cause)
    super(
      [
        shortMessage,
        ...(metaMessages.length > 0 ? ['', ...metaMessages] : []),
        '',
        ...(options.docsPath ? [`Docs: ${options.docsPath}`] : []),
        ...(details ? [`Details: ${details}`] : []),
        `Version: ${version.current}`,
      ].join('\n'),
      options.cause === undefined ? undefined : { cause: options.cause },
    )
    this.code = options.code ?? 'service_error'
    this.shortMessage = shortMessage
    this.metaMessages = metaMessages
    this.details = details
    this.docsPath = options.docsPath
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
      if (predicate?.(current)) return current as Error
      const next = current instanceof Error ? current.cause : undefined
      if (next === undefined || next === null) return predicate ? null : (current as Error)
      current = next
    }
  }
}

/** What an error says besides its sentence. */
export type ServiceErrorOptions = {
  code?: string | undefined
  cause?: unknown
  details?: string | undefined
  docsPath?: string | undefined
  metaMessages?: readonly string[] | undefined
}

function detailsOf(cause: unknown): string | undefined {
  if (cause instanceof ServiceError) return cause.details ?? cause.shortMessage
  if (!(cause instanceof Error)) return undefined
  return 'shortMessage' in cause && typeof cause.shortMessage === 'string' ? cause.shortMessage : cause.message
}
