import type { ProblemField } from '@holdfast/sdk/wire'
import { readMessage, type Schema } from '@holdfast/sdk/wire/schemas'
import { isPublic } from '../../telemetry/redact.js'

/** Reads a body or a query by its schema. */
export function checkSchema<value>(schema: Schema<value>, given: unknown): Checked<value> {
  const read = readMessage(schema, given)
  if (read.faults === undefined) return { value: read.value }
  const faults = read.faults.slice(0, MAX_ERRORS)
  return { errors: faults.map(({ pointer, problem }) => ({ pointer: hideNames(pointer), code: problem })) }
}

/** What was read, or what is wrong with it. */
export type Checked<value> =
  | { value: value; errors?: undefined }
  | { value?: undefined; errors: readonly ProblemField[] }

const MAX_ERRORS = 10

/** A name may be a secret that was put in the wrong place. */
function hideNames(pointer: string): string {
  return pointer
    .split('/')
    .map((name) => (name === '' || (nameForm.test(name) && isPublic(name)) ? name : '…'))
    .join('/')
}

const nameForm = /^[\w$.~/ -]{1,40}$/
