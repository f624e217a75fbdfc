/** A value without functions and instances of classes: what a structured clone takes. */
export function data(value: object): { readonly [name: string]: unknown } {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => isData(field))
      .map(([name, field]) => [name, copy(field)]),
  )
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(isData).map(copy)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return data(value)
}

function isData(value: unknown): boolean {
  if (typeof value === 'function' || typeof value === 'symbol' || value === undefined) return false
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date) return true
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
