/**
 * A document as it goes out: numbers that may be large as decimal text, dates as ISO 8601, nothing twice. What a terminal
 * would act on is escaped: a document may be read on one.
 */
export function toJson(value: unknown, { isLine = false }: { isLine?: boolean } = {}): string {
  const text = (_: string, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner)
  return `${JSON.stringify(value, text, isLine ? undefined : 2).replaceAll(unsafe, escaped)}\n`
}

/** What JSON leaves bare although it is no letter: it only occurs in texts, where an escape means the same. */
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
