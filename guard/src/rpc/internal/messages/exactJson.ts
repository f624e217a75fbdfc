/** What ECMAScript's "JSON.parse source text access" adds; Node has it from version 21 on. */
type ExactJson = {
  parse: (text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown) => unknown
  rawJSON: (text: string) => unknown
  isRawJSON: (value: unknown) => boolean
}

// The compiler's library does not know these members yet.
const json = JSON as unknown as ExactJson

/** A number that may not survive parsing, outside or inside a text. */
const delicate = /[:,[\s]-?(?:\d{16,}|\d+[.eE])/

/**
 * Parses JSON so that `JSON.stringify` gives back each number digit by digit, also where a double cannot hold it.
 *
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  return delicate.test(text) ? json.parse(text, keepDigits) : JSON.parse(text)
}

/** @throws Error where this JavaScript cannot: each request would fail, and clients would turn to another node. */
export function assertExactJson(): void {
  if (typeof json.rawJSON !== 'function')
    throw new Error('A guard RPC needs Node 22 or newer, which keeps all digits of the numbers in JSON.')
}

/** Whether a value is a number that was kept as its digits. */
export function isRawNumber(value: unknown): boolean {
  return typeof value === 'object' && json.isRawJSON(value)
}

function keepDigits(_key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value
  return json.rawJSON(source)
}
