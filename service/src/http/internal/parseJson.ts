/**
 * Parses JSON from bytes, more strictly than `JSON.parse`: fatal UTF-8, no byte order mark, no duplicate key in one
 * object (two readers could each use another one), no number that is not finite, at most 8 levels. Objects have no
 * prototype.
 *
 * @returns Undefined when it is malformed; JSON has no undefined.
 */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    const reader = { text: utf8.decode(bytes), at: 0 }
    skipSpace(reader)
    const value = readValue(reader, 1)
    skipSpace(reader)
    return reader.at === reader.text.length ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined
    throw error
  }
}

/** Levels of nested objects and lists. */
const maxDepth = 8

type Reader = { readonly text: string; at: number }

// `ignoreBOM` keeps the mark in the text, where it is not JSON.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readValue(reader: Reader, depth: number): unknown {
  const first = reader.text.charCodeAt(reader.at)
  if (first === quote) return readString(reader)
  if (first === openObject) return readObject(reader, depth)
  if (first === openList) return readList(reader, depth)
  literal.lastIndex = reader.at
  const match = literal.exec(reader.text)
  if (match === null) throw new SyntaxError()
  reader.at = literal.lastIndex
  const value: unknown = JSON.parse(match[0])
  if (typeof value === 'number' && !Number.isFinite(value)) throw new SyntaxError()
  return value
}

function readObject(reader: Reader, depth: number): unknown {
  if (depth > maxDepth) throw new SyntaxError()
  const object: Record<string, unknown> = Object.create(null)
  reader.at++
  skipSpace(reader)
  if (take(reader, closeObject)) return object
  do {
    skipSpace(reader)
    const name = readString(reader)
    if (name in object) throw new SyntaxError()
    skipSpace(reader)
    if (!take(reader, colon)) throw new SyntaxError()
    skipSpace(reader)
    object[name] = readValue(reader, depth + 1)
    skipSpace(reader)
  } while (take(reader, comma))
  if (!take(reader, closeObject)) throw new SyntaxError()
  return object
}

function readList(reader: Reader, depth: number): unknown {
  if (depth > maxDepth) throw new SyntaxError()
  const list: unknown[] = []
  reader.at++
  skipSpace(reader)
  if (take(reader, closeList)) return list
  do {
    skipSpace(reader)
    list.push(readValue(reader, depth + 1))
    skipSpace(reader)
  } while (take(reader, comma))
  if (!take(reader, closeList)) throw new SyntaxError()
  return list
}

function readString(reader: Reader): string {
  string.lastIndex = reader.at
  const match = string.exec(reader.text)
  if (match === null) throw new SyntaxError()
  reader.at = string.lastIndex
  // The pattern matches one JSON string.
  return JSON.parse(match[0]) as string
}

function take(reader: Reader, symbol: number): boolean {
  if (reader.text.charCodeAt(reader.at) !== symbol) return false
  reader.at++
  return true
}

function skipSpace(reader: Reader): void {
  for (;;) {
    const symbol = reader.text.charCodeAt(reader.at)
    if (symbol !== 0x20 && symbol !== 0x0a && symbol !== 0x0d && symbol !== 0x09) return
    reader.at++
  }
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

const literal = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
// The text between the quotes is checked by JSON.parse.
const string = /"(?:[^"\\]|\\.)*"/y
