/** A document as it goes out: numbers that may be large as decimal text, dates as ISO 8601, nothing twice. */
export function toJson(value: unknown): string {
  return `${JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}` : inner), 2)}\n`
}
