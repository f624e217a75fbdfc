import type { ProblemField } from '@holdfast/sdk/wire'
import { readMessage, type Schema } from '@holdfast/sdk/wire/schemas'
import { isPublic } from '../../telemetry/redact.js'

/**
 * Parses a body or a query by its schema.
 *
 * @param options.namesTypes - Names the type that a field must have, as in `not_text`, instead of `invalid_type`.
 */
export function checkSchema<value>(
  schema: Schema<value>,
  given: unknown,
  { namesTypes = false }: { namesTypes?: boolean | undefined } = {},
): Checked<value> {
  const read = readMessage(schema, given)
  if (read.faults === undefined) return { value: read.value }
  const errors = read.faults.slice(0, maxErrors).map(({ pointer, problem, isWrongType }) => ({
    pointer: hideNames(pointer),
    code: isWrongType && !namesTypes ? 'invalid_type' : problem,
  }))
  return { errors }
}

/** The parsed value, or its faults. */
export type Checked<value> =
  | { value: value; errors?: undefined }
  | { value?: undefined; errors: readonly ProblemField[] }

const maxErrors = 10

/** A name may be a secret that was put in the wrong place. */
function hideNames(pointer: string): string {
  return pointer
    .split('/')
    .map((name) => (name === '' || (nameForm.test(name) && isPublic(name)) ? name : '…'))
    .join('/')
}

const nameForm = /^[\w$.~/ -]{1,40}$/
