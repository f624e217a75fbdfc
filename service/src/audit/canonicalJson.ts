/**
 * Writes a value in its canonical form: keys in order of their code units, no spaces, bigints as decimal text, fields
 * that are `undefined` left out. Equal values have the same text, and therefore the same hash.
 *
 * @throws {@link TypeError} for values that JSON cannot represent exactly: fractions, numbers beyond 2^53, lone
 *   surrogates.
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
      if (!Number.isSafeInteger(value))
        throw new TypeError('A number that is not a safe integer has no canonical form.')
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

/** Values with a canonical form. */
export type CanonicalValue = string | number | bigint | boolean | null | readonly CanonicalValue[] | CanonicalObject

/** Fields by name; `undefined` is the same as absent. */
export type CanonicalObject = { readonly [key: string]: CanonicalValue | undefined }

function isList(value: readonly CanonicalValue[] | CanonicalObject): value is readonly CanonicalValue[] {
  return Array.isArray(value)
}
