/** What an error is, for a log: its message may name an endpoint. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}
