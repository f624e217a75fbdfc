/** A document as it goes out: numbers that may be large as decimal text, dates as ISO 8601, nothing twice. */
export function toJson(value: unknown, { isLine = false }: { isLine?: boolean } = {}): string {
  const text = (_: string, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner)
  return `${JSON.stringify(value, text, isLine ? undefined : 2)}\n`
}
