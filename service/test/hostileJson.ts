import { pick, type Random, randomBytesOf } from './random.js'

/** Valid values by the name of a property, with which a request reaches its handler. */
export type Dictionary = Readonly<Record<string, (random: Random) => unknown>>

/** The parts of JSON Schema that the description of the API uses. */
export type JsonSchema = {
  type?: string
  const?: unknown
  pattern?: string
  anyOf?: readonly JsonSchema[]
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
}

/** A value that matches a schema. */
export function valueFrom(schema: JsonSchema, dictionary: Dictionary, random: Random, name = ''): unknown {
  const { anyOf, properties, required = [], pattern } = schema
  if ('const' in schema) return schema.const
  if (anyOf) return valueFrom(pick(random, anyOf), dictionary, random, name)
  if (properties)
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([key]) => required.includes(key) || random(3) === 0)
        .map(([key, one]) => [key, valueFrom(one, dictionary, random, key)]),
    )
  const known = dictionary[name]
  if (known && random(12) > 0) return known(random)
  const bytes = /\{([0-9]+)(?:,[0-9]+)?\}\$$/.exec(pattern ?? '')?.[1]
  if (pattern?.startsWith('^0x')) return `0x${randomBytesOf(random, Number(bytes) / 2).toString('hex')}`
  if (pattern !== undefined) return `${random(10) === 0 ? '9'.repeat(random(90)) : random(2_000_000)}`
  if (schema.type === 'number' || schema.type === 'integer') return random(300)
  return pick(random, [`0x${randomBytesOf(random, 20).toString('hex')}`, 'text', random(9), null, {}])
}

/**
 * The JSON text of a value after a few random changes: wrong types, unsafe numbers, names of prototypes, duplicate
 * keys, depth, other scripts.
 *
 * @param changes - `0` changes nothing.
 * @param secret - Inserted at unexpected places.
 */
export function hostileJson(value: unknown, random: Random, changes: number, secret: string): Buffer {
  let rest = changes
  const change = (text: string): string => {
    if (rest === 0 || random(3) > 0) return text
    rest--
    return pick(random, [...odd, JSON.stringify(secret), `${text},`, '', `[${text}]`, `"${random(1e9)}"`])
  }
  const write = (node: unknown): string => {
    if (Array.isArray(node)) return change(`[${node.map(write).join(',')}]`)
    if (typeof node !== 'object' || node === null) return change(JSON.stringify(node) ?? 'null')
    const pairs = Object.entries(node).map(([key, inner]) => `${JSON.stringify(key)}:${write(inner)}`)
    if (rest > 0 && random(4) === 0) {
      rest--
      const extra = pick(random, [...oddNames, secret, Object.keys(node)[0] ?? 'a'])
      pairs.splice(random(pairs.length + 1), 0, `${JSON.stringify(extra)}:${pick(random, ['1', '{}', '"x"', 'null'])}`)
    }
    if (rest > 0 && pairs.length > 0 && random(6) === 0) {
      rest--
      pairs.splice(random(pairs.length), 1)
    }
    return change(`{${pairs.join(',')}}`)
  }
  const bytes = Buffer.from(write(value))
  return rest > 0 && random(3) === 0 ? damage(bytes, random) : bytes
}

/** Bytes with something changed, inserted or cut off. */
export function damage(bytes: Buffer, random: Random): Buffer {
  const at = random(bytes.length + 1)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  return Buffer.concat(
    pick(random, [
      [before],
      [before, randomBytesOf(random, 1 + random(4)), after.subarray(1)],
      [before, Buffer.from(pick(random, ['"', '{', '}', '\\u0000', '\ufeff', '\ud83d', ' ', '\0', ',']))],
      [Buffer.from([0xef, 0xbb, 0xbf]), bytes],
      [bytes, bytes],
      [bytes, Buffer.alloc(random(9_000), 0x20)],
    ]),
  )
}

const odd = [
  ...['null', 'true', '-1', '0', '-0', '1.5', '1e3', '1e999', '-1e-999', '0x10', '01', 'NaN', 'Infinity', '1n'],
  ...['9007199254740993', '123456789012345678901234567890', `${2n ** 256n}`, `"${2n ** 256n}"`, `"${'9'.repeat(78)}"`],
  ...['""', '" "', '"0x"', '"0X00"', '"-1"', '"+1"', '"1e3"', '"١٢٣"', '"é"', '"\\ud800"', '"\\u0000"', '"💸"', '"‮"'],
  ...['[]', '{}', '[[]]', '[1,2,3]', '{"__proto__":{"admin":true}}', '{"toString":1}', '"__proto__"'],
  `${'['.repeat(9)}${']'.repeat(9)}`,
  '['.repeat(3_000),
  `{"a":${'{"a":'.repeat(20)}1${'}'.repeat(21)}`,
  `"${'a'.repeat(7_000)}"`,
  `"0x${'f'.repeat(4_000)}"`,
] as const

const oddNames = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'then'],
  ...['', ' ', 'é', '💸', 'a/b', 'a~b', '\u0000', 'x'.repeat(300)],
] as const
