import type { Host } from './Host.js'

/**
 * A document as it goes out: numbers that may be large as decimal text, dates as ISO 8601, nothing twice. What a terminal
 * would act on is escaped: a document may be read on one.
 */
export function toJson(value: unknown, { isLine = false }: { isLine?: boolean } = {}): string {
  const text = (_: string, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner)
  return `${JSON.stringify(value, text, isLine ? undefined : 2).replaceAll(unsafe, escaped)}\n`
}

/** What JSON leaves bare although it is not a letter: it only occurs in texts, where an escape means the same. */
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}

const printed = new WeakSet<Host['stdout']>()

/** Puts what a script reads on standard output. A second document, of a crash after the first, would spoil it, and is dropped. */
export function printOnce(stdout: Host['stdout'], document: string): void {
  if (printed.has(stdout)) return
  printed.add(stdout)
  stdout.write(document)
}

/** Puts a further JSON line on standard output, of a command that stays: its first document was a line as well. */
export function printLine(stdout: Host['stdout'], line: string): void {
  stdout.write(line)
}
