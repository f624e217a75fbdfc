/**
 * Writes a value in its only form: keys in order of their code units, no spaces, bigints as decimal text. What is
 * `undefined` is left out. Two values that say the same have the same text, so that a hash of it means something.
 *
 * @throws {@link TypeError} for what JSON has no exact form for: fractions, numbers beyond 2^53, lone surrogates.
 * @example
 * canonicalJson({ b: 2n, a: [true, null] }) // '{"a":[true,null],"b":"2"}'
 */
export function canonicalJson(value: CanonicalValue): string {
  switch (typeof value) {
    case 'string':
      if (/\p{Surrogate}/u.test(value)) throw new TypeError('A text with a lone surrogate has no canonical form.')
      return JSON.stringify(value)
    case 'bigint':
      return `"${value}"`
    case 'boolean':
      return value ? 'true' : 'false'
    case 'number':
      if (!Number.isSafeInteger(value)) throw new TypeError('A number that is no safe integer has no canonical form.')
      return value === 0 ? '0' : value.toString()
  }
  if (value === null) return 'null'
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  let text = ''
  for (const key of Object.keys(value).sort()) {
    const field = value[key]
    if (field === undefined) continue
    text += `${text === '' ? '' : ','}${canonicalJson(key)}:${canonicalJson(field)}`
  }
  return `{${text}}`
}

/** What has a canonical form. */
export type CanonicalValue = string | number | bigint | boolean | null | readonly CanonicalValue[] | CanonicalObject

/** Fields by name; `undefined` is the same as absent. */
export type CanonicalObject = { readonly [key: string]: CanonicalValue | undefined }

function isList(value: readonly CanonicalValue[] | CanonicalObject): value is readonly CanonicalValue[] {
  return Array.isArray(value)
}
