import { safeParse } from 'valibot'
import { WireFormatError, type WireProblem } from '../../errors/wire.js'
import type { Infer, Schema } from './fields.js'

/**
 * Reads a message of any origin by its schema.
 *
 * @throws {@link WireFormatError} with the first fault, and nothing else.
 */
export function decode<schema extends Schema>(schema: schema, value: unknown): Infer<schema> {
  const { issues, output } = safeParse(schema, value, { abortEarly: true })
  if (issues) throw new WireFormatError(pointerOf(issues[0]), issues[0].message as WireProblem)
  return output
}

/** Where a fault is, as a JSON Pointer (RFC 6901, section 3). */
export function pointerOf({ path = [] }: { path?: readonly { key: unknown }[] | undefined }): string {
  return path.map(({ key }) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
