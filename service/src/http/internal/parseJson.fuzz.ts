import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from './parseJson.js'

const encode = (text: string) => new TextEncoder().encode(text)

describe('parseJson', () => {
  test('behavior: agrees with JSON.parse on text that both accept', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.nat(2), (text, space) => {
        const value: unknown = JSON.parse(text)
        expect(plain(parseJson(encode(JSON.stringify(value, null, space))))).toEqual(plain(value))
      }),
      runs(2_000),
    )
  })

  test('behavior: accepts nothing that JSON.parse refuses', () => {
    const alphabet = [
      '{',
      '}',
      '[',
      ']',
      '"',
      ',',
      ':',
      '1',
      '-',
      '.',
      'e',
      '0',
      'true',
      'null',
      ' ',
      '\\',
      'u0041',
      'a',
      '\n',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...alphabet), { maxLength: 20 }), (parts) => {
        const text = parts.join('')
        const read = parseJson(encode(text))
        if (read !== undefined) expect(plain(read)).toEqual(plain(JSON.parse(text)))
      }),
      runs(10_000, 60_000),
    )
  })

  test('behavior: never throws on bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        parseJson(bytes)
      }),
      runs(5_000, 30_000),
    )
  })

  test('behavior: objects have no prototype, and `__proto__` is a key like any other', () => {
    const read = parseJson(encode('{"__proto__":{"a":1},"constructor":2,"b":[{}]}')) as Record<string, unknown>
    expect(Object.getPrototypeOf(read)).toBeNull()
    expect(Object.keys(read)).toEqual(['__proto__', 'constructor', 'b'])
    expect((read as { a?: unknown }).a).toBeUndefined()
    expect(({} as { a?: unknown }).a).toBeUndefined()
    expect(Object.getPrototypeOf((read.b as object[])[0])).toBeNull()
  })

  test('behavior: long and deeply nested texts do not overflow the stack', () => {
    expect(parseJson(encode(`"${'\\n'.repeat(100_000)}"`))).toHaveLength(100_000)
    expect(parseJson(encode(`"${'a'.repeat(1_000_000)}`))).toBeUndefined()
    expect(parseJson(encode(`${'['.repeat(100_000)}`))).toBeUndefined()
  })
})

/** Ignores prototypes, and the sign of a zero, which JSON.parse keeps. */
function plain(value: unknown): unknown {
  return JSON.stringify(value)
}
