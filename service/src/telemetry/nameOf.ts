/**
 * Describes an error for a log without its message, which may name an endpoint. After a failure of an engine, its code
 * is added: `StoreUnavailableError < SQLITE_FULL`.
 */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { name, cause } = error
  return cause instanceof Error && /^SQLITE_[A-Z]+$/.test(cause.name) ? `${name} < ${cause.name}` : name
}
