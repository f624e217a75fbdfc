import { WireFormatError } from '@holdfast/sdk/errors'
import type { ProblemField } from '@holdfast/sdk/wire'
import type { z } from 'zod'
import { isPublic } from '../../telemetry/redact.js'

/**
 * Reads a body or a query by its schema.
 *
 * A schema that reads with a decoder of the wire formats may let its `WireFormatError` through.
 */
export function checkSchema<value>(schema: z.ZodType<value>, given: unknown): Checked<value> {
  try {
    const result = schema.safeParse(given, { reportInput: true })
    if (result.success) return { value: result.data }
    return { errors: result.error.issues.flatMap((issue) => fieldsOf(issue, '')).slice(0, MAX_ERRORS) }
  } catch (error) {
    if (error instanceof WireFormatError)
      return { errors: [{ pointer: hideNames(error.pointer), code: error.problem }] }
    throw error
  }
}

/** What was read, or what is wrong with it. */
export type Checked<value> =
  | { value: value; errors?: undefined }
  | { value?: undefined; errors: readonly ProblemField[] }

const MAX_ERRORS = 10

function fieldsOf(issue: z.core.$ZodIssue, at: string): ProblemField[] {
  const pointer = at + issue.path.map((name) => `/${escapeName(String(name))}`).join('')
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ pointer: `${pointer}/${escapeName(key)}`, code: 'unknown_key' }))
    case 'invalid_type':
      return [{ pointer, code: issue.input === undefined && pointer !== '' ? 'required' : 'invalid_type' }]
    case 'invalid_union': {
      // The variant that came closest says most.
      const closest = issue.errors.toSorted((one, other) => one.length - other.length)[0]
      if (closest === undefined || closest.length === 0) return [{ pointer, code: 'not_one_of' }]
      return closest.flatMap((inner) => fieldsOf(inner, pointer))
    }
    case 'invalid_value':
      return [{ pointer, code: issue.input === undefined && pointer !== '' ? 'required' : 'not_one_of' }]
    case 'custom': {
      const code: unknown = issue.params?.code
      return [{ pointer, code: typeof code === 'string' && codeForm.test(code) ? code : 'invalid_value' }]
    }
    case 'too_small':
    case 'too_big':
      return [{ pointer, code: 'out_of_range' }]
    default:
      return [{ pointer, code: issue.code }]
  }
}

const codeForm = /^[a-z][a-z0-9_]{0,63}$/

/** RFC 6901, section 3. A name may be a secret that somebody put in the wrong place. */
function escapeName(name: string): string {
  return nameForm.test(name) && isPublic(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : '…'
}

/** The same for a pointer whose names are escaped already. */
function hideNames(pointer: string): string {
  return pointer
    .split('/')
    .map((name) => (name === '' || (nameForm.test(name) && isPublic(name)) ? name : '…'))
    .join('/')
}

const nameForm = /^[\w$.~/ -]{1,40}$/
