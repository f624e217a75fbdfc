import { readMessage, type Schema } from '@holdfast/sdk/wire/schemas'

/**
 * Describes the answer of a route with one status.
 *
 * @example
 * export const health = defineRoute({ …, responses: { 200: answer(healthSchema) } })
 */
export function answer(schema: Schema): Answer {
  return {
    schema,
    parse(body) {
      const written: unknown = JSON.parse(JSON.stringify(body))
      const { faults: [fault] = [], value } = readMessage(schema, written)
      if (fault !== undefined) throw new TypeError(`The answer has ${fault.problem} at \`${fault.pointer}\`.`)
      if (!hasAll(value, written)) throw new TypeError('The answer has a field that its schema does not describe.')
    },
  }
}

/** An answer with a body, and its description. */
export type Answer = {
  schema: Schema
  /** @throws `TypeError` when a body does not match the schema, or has an additional field. */
  parse: (body: unknown) => void
}

/** Readers drop unknown fields: an answer is fully described when a reader keeps all of it. */
function hasAll(read: unknown, written: unknown): boolean {
  if (typeof written !== 'object' || written === null) return true
  return Object.entries(written).every(
    ([key, field]) =>
      typeof read === 'object' &&
      read !== null &&
      Object.hasOwn(read, key) &&
      // An object, as checked above.
      hasAll((read as Readonly<Record<string, unknown>>)[key], field),
  )
}
