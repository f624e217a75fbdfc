import { type BaseIssue, safeParse } from 'valibot'
import { WireFormatError, type WireProblem } from '../../errors/wire.js'
import type { Infer, Schema } from './fields.js'

/**
 * Reads a message of any origin by its schema.
 *
 * @throws {@link WireFormatError} with the first fault, and nothing else.
 */
export function decode<schema extends Schema>(schema: schema, value: unknown): Infer<schema> {
  const { issues, output } = safeParse(schema, value, { abortEarly: true })
  // Every check of our schemas has such a name as its message.
  if (issues) throw new WireFormatError(pointerOf(issues[0]), issues[0].message as WireProblem)
  return output
}

/**
 * Reads a message of any origin by its schema and names every fault.
 *
 * @example
 * import { readMessage, relayGas } from '@holdfast/sdk/wire/schemas'
 *
 * const { value, faults } = readMessage(relayGas, JSON.parse('{"to":"0x"}'))
 * if (faults) console.log(faults.map(({ pointer, problem }) => `${pointer}: ${problem}`))
 * else console.log(value.to)
 */
export function readMessage<value>(schema: Schema<value>, value: unknown): MessageReading<value> {
  const { issues, output } = safeParse(schema, value, { abortPipeEarly: true })
  if (!issues) return { value: output }
  return {
    faults: issues.map((issue) => ({
      pointer: pointerOf(issue),
      // As above.
      problem: issue.message as WireProblem,
      isWrongType: isWrongType(issue),
    })),
  }
}

/** What was read of a message, or what is wrong with it. */
export type MessageReading<value> =
  | { value: value; faults?: undefined }
  | { value?: undefined; faults: readonly MessageFault[] }

/** One thing that is wrong with a message. */
export type MessageFault = {
  /** JSON Pointer of the field; empty for the whole message. */
  pointer: string
  problem: WireProblem
  /** Whether the JSON type is wrong, as a number where text is needed, so that the form was not checked. */
  isWrongType: boolean
}

/** An object also raises issues of its own for keys, and one of several literals is not a type. */
function isWrongType({ kind, type, expected }: BaseIssue<unknown>): boolean {
  return kind === 'schema' && type !== 'custom' && (type !== 'strict_object' || expected === 'Object')
}

/** Where a fault is, as a JSON Pointer (RFC 6901, section 3). */
function pointerOf({ path = [] }: { path?: readonly { key: unknown }[] | undefined }): string {
  return path.map(({ key }) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
