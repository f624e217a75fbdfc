import { readFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * Checks an answer against the committed description alone: status, headers, media type and body, and for a problem
 * whether its code is listed.
 *
 * @param path - With or without a query. A path that is not described must be answered 404 or 405.
 * @throws When the answer contains something that is not described.
 */
export function assertDescribed(method: string, path: string, answer: assertDescribed.Answer): void {
  const { status, headers, body } = answer
  const wrong = (what: string) => new Error(`${method} ${path} was answered ${status}: ${what}.`)
  const operation = description.paths[path.split('?')[0] as string]?.[method.toLowerCase()]
  const described = operation?.responses[status]
  if (operation === undefined && (status === 404 || status === 405)) return
  if (described === undefined) throw wrong('the status is not described')
  for (const [name, header] of Object.entries(described.headers))
    if (header.required === true && headers[name.toLowerCase()] === undefined) throw wrong(`${name} is missing`)
  const type = headers['content-type'] ?? ''
  const schema = described.content?.[type]?.schema
  if ((described.content !== undefined || type !== '') && schema === undefined) throw wrong(`it is ${type}`)
  // Compressed and uncompressed answers have the same schema.
  if (schema === undefined || body === undefined) return
  const read = readerOf(schema).safeParse(body)
  if (!read.success) throw wrong(z.prettifyError(read.error))
  const { code } = body as { code?: string }
  if (status >= 400 && !described.description.includes(`\`${code}\``)) throw wrong(`${code} is not named`)
}

export declare namespace assertDescribed {
  type Answer = {
    status: number
    /** In lower case. */
    headers: Readonly<Record<string, string | undefined>>
    /** Left out where it was not read. */
    body?: unknown
  }
}

/** The parts of the description that are used. */
type Description = {
  paths: Readonly<Record<string, Readonly<Record<string, { responses: Readonly<Record<string, Response>> }>>>>
  components: { schemas: Readonly<Record<string, object>> }
}
type Response = {
  description: string
  headers: Readonly<Record<string, { required?: boolean }>>
  content?: Readonly<Record<string, { schema: object }>>
}

const description = JSON.parse(
  readFileSync(new URL('../../service/openapi.json', import.meta.url), 'utf8'),
) as Description

type Schema = Parameters<typeof z.fromJSONSchema>[0]
const readers = new Map<object, z.ZodType>()

function readerOf(schema: object): z.ZodType {
  const { $ref } = schema as { $ref?: string }
  const whole =
    $ref === undefined ? schema : (description.components.schemas[$ref.split('/').at(-1) as string] as object)
  const reader = readers.get(whole) ?? z.fromJSONSchema(whole as Schema)
  readers.set(whole, reader)
  return reader
}
