import type { ProblemField } from '@holdfast/sdk/wire'
import type { Schema } from '@holdfast/sdk/wire/schemas'
import { type Checked, checkSchema } from './checkSchema.js'

/**
 * Parses a query by its schema: each name once, and no unknown name. A route without a schema accepts no query at all.
 *
 * @param search - The query including the question mark, or empty.
 */
export function readQuery(search: string, schema: Schema | undefined): Checked<unknown> {
  if (search.length <= 1 && schema === undefined) return { value: undefined }
  const given: Record<string, string> = Object.create(null)
  const errors: ProblemField[] = []
  for (const [name, value] of new URLSearchParams(search)) {
    if (name in given) errors.push({ pointer: '', code: 'duplicate' })
    given[name] = value
  }
  if (errors.length > 0) return { errors: errors.slice(0, 10) }
  if (schema === undefined) return { errors: [{ pointer: '', code: 'unknown_key' }] }
  return checkSchema(schema, given)
}
