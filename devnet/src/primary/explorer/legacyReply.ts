/** Answer of the Etherscan-like API: status `1` with a result, `0` without. */
export type LegacyReply = { status: '0' | '1'; message: string; result: unknown }

export function ok(result: unknown): LegacyReply {
  return { status: '1', message: 'OK', result }
}

export function refused(message: string, result: unknown = null): LegacyReply {
  return { status: '0', message, result }
}

/** A refusal that names the missing parameters; undefined when all are there. */
export function missing(query: URLSearchParams, names: readonly string[]): LegacyReply | undefined {
  const absent = names.filter((name) => !query.get(name))
  return absent.length === 0 ? undefined : refused(`Required query parameters missing: ${absent.join(', ')}`)
}
