/** What is put on the wire: whole numbers, texts, flags, and lists and records of them. */
export type JsonValue =
  | string
  | number
  | bigint
  | boolean
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

/**
 * Writes a JSON document without asking any value how it would like to be written.
 *
 * `JSON.stringify` calls `toJSON` wherever a prototype has one, before any replacer. Browser extensions give one to
 * `BigInt.prototype`, old libraries to `Array.prototype`, and a signed amount would leave as another text than was
 * signed. Here a bigint is its digits, in quotes, as the issuer wants every 256-bit number.
 */
export function writeJson(value: JsonValue): string {
  // Texts have no `toJSON` asked of them: only objects and bigints do (ECMA-262, SerializeJSONProperty).
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`
  if (typeof value === 'bigint') return `"${value}"`
  if (Array.isArray(value)) {
    let items = ''
    for (let index = 0; index < value.length; index += 1) items += `${index ? ',' : ''}${writeJson(value[index])}`
    return `[${items}]`
  }
  // All other kinds of JSON values are handled above.
  const record = value as { readonly [key: string]: JsonValue }
  let fields = ''
  // One of its own keys.
  for (const key of Object.keys(record))
    fields += `${fields && ','}${JSON.stringify(key)}:${writeJson(record[key] as JsonValue)}`
  return `{${fields}}`
}
