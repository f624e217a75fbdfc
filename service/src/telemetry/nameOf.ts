/**
 * What an error is, for a log: its message may name an endpoint. Where an engine has failed, its code comes along:
 * `StoreUnavailableError < SQLITE_FULL`.
 */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { name, cause } = error
  return cause instanceof Error && /^SQLITE_[A-Z]+$/.test(cause.name) ? `${name} < ${cause.name}` : name
}
