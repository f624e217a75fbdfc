import { STATUS_CODES } from 'node:http'
import { PRIMARY_CHAIN_ID } from '@holdfast/sdk/chain'
import { VERSION } from '@holdfast/sdk/errors'
import { API_REQUEST_HEADERS, API_REQUEST_TITLE, PROBLEMS, type ProblemCode } from '@holdfast/sdk/wire'
import type { Schema } from '@holdfast/sdk/wire/schemas'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { Answer } from '../src/http/answer.js'
import type { JsonSchema, OpenApi, Operation } from '../src/http/OpenApi.js'
import type { Route } from '../src/http/Route.js'

/**
 * Describes routes in OpenAPI 3.1, from the schemas that check requests. The same routes give the same text, in any
 * order.
 *
 * @example
 * await writeFile('openapi.json', JSON.stringify(describeRoutes(routes), null, 2))
 */
export function describeRoutes(routes: readonly Route[]): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const route of routes.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))) {
    paths[route.path] ??= {}
    ;(paths[route.path] as Record<string, Operation>)[route.method.toLowerCase()] = operationOf(route)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Holdfast',
      version: VERSION,
      summary: 'The key-holding service: co-sign, relay, gasless claim, second opinion.',
      description: [
        'A signed request has three headers and is accepted once. The signed text (EIP-191) is four lines joined by LF:',
        `\`${API_REQUEST_TITLE}\`, \`path: <path>\`, \`ts: <timestamp header>\`,`,
        '`body: 0x<keccak256 of the exact bytes of the body>`. The timestamp is within two minutes of the server clock.',
        'Errors are `application/problem+json`; switch on `code`.',
      ].join(' '),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: Object.fromEntries(
        Object.entries(API_REQUEST_HEADERS).map(([part, name]) => [part, { type: 'apiKey', in: 'header', name }]),
      ),
    },
  }
}

const requestId = {
  required: true,
  schema: { type: 'string' },
  description: 'Identifies the request in logs and problems.',
}
const rate = {
  RateLimit: { schema: { type: 'string' }, description: 'What is left; not on answers that a cache may store.' },
  'RateLimit-Policy': { schema: { type: 'string' }, description: 'The limits.' },
}
const own: Readonly<Record<string, object>> = {
  '304': { ETag: { required: true, schema: { type: 'string' } } },
  '401': { 'WWW-Authenticate': { required: true, schema: { const: 'EIP191 realm="api"' } } },
  '429': { 'Retry-After': { required: true, schema: { type: 'integer' }, description: 'Seconds' } },
  '503': { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds; where a retry can help' } },
}
const headersOf = (status: string) => ({ 'X-Request-Id': requestId, ...rate, ...own[status] })

function operationOf(route: Route): Operation {
  const parameters = route.query === undefined ? [] : parametersOf(requestSchema(route.query))
  const responses: Record<string, Operation['responses'][string]> = {}
  for (const [status, answer] of Object.entries(route.responses))
    responses[status] = {
      description: STATUS_CODES[status] ?? status,
      headers: headersOf(status),
      ...(answer === undefined ? {} : { content: { 'application/json': { schema: answerSchema(answer) } } }),
    }
  for (const [status, codes] of problemsOf(route))
    responses[status] = {
      description: `${STATUS_CODES[status]}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
      headers: headersOf(status),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    }
  return {
    operationId: operationId(route),
    summary: route.summary,
    security: route.signed ? [Object.fromEntries(Object.keys(API_REQUEST_HEADERS).map((part) => [part, []]))] : [],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true as const,
            content: { 'application/json': { schema: requestSchema(route.body) } },
          },
        }),
    responses,
  }
}

/** The schema of an input: the form of every field, and no other fields. */
function requestSchema(schema: Schema): JsonSchema {
  return jsonSchema(schema, (described, name) => ({
    ...described,
    ...(described.pattern === addressPattern ? { examples: ['0x90F79bf6EB2c4f870365E785982E1f101E93b906'] } : {}),
    ...(name === 'chainId' && described.type === 'integer' ? { default: PRIMARY_CHAIN_ID } : {}),
    ...words[name ?? ''],
  }))
}

const addressPattern = '^0x[0-9a-fA-F]{40}$'

/** Descriptions of fields whose form does not explain them. */
const words: Readonly<Record<string, { description: string }>> = {
  auth: { description: 'The signature of the owner over the co-sign proof, EIP-191.' },
  chainId: { description: 'Default: the primary chain' },
  code: { description: 'As the person typed it' },
  ephemeralPubKey: { description: 'A compressed point' },
  expiry: { description: 'Unix seconds' },
  fromBlock: { description: 'Default: the first block that can contain one' },
  interval: { description: 'Seconds' },
  label: { description: 'Cut at 40 bytes of UTF-8' },
  limit: { description: '1 to 1000, which is also the default' },
  mode: { description: '0 pays, 1 is pulled from' },
  nonce: { description: 'Ignored: it is read from the chain' },
  now: { description: 'Ignored: it is read from the chain' },
  remaining: { description: 'Ignored: it is read from the chain' },
}

/**
 * The schema of an answer. Its bounds protect readers and are not guaranteed: only types and the forms of bytes and
 * amounts are.
 */
function answerSchema({ schema }: Answer): JsonSchema {
  return jsonSchema(schema, ({ type, pattern, maxLength, maxItems, minimum, maximum, ...described }) => ({
    ...(type === undefined ? {} : { type: type === 'integer' ? 'number' : type }),
    ...(pattern !== undefined && promisedPattern.test(pattern) ? { pattern } : {}),
    ...described,
  }))
}

const promisedPattern = /^\^(?:0x\(?\[0-9a-f\]|\(0\|)/

type Described = ReturnType<typeof toJsonSchema>

/** @param adapt - Changes the description of each field, item or nullable value; a field has a name. */
function jsonSchema(schema: Schema, adapt: (described: Described, name?: string) => Described): JsonSchema {
  const { $schema: _, ...described } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    ignoreActions: ['check', 'raw_check'],
    overrideAction: ({ valibotAction, jsonSchema }) =>
      valibotAction.type === 'metadata' ? withTypes(jsonSchema) : jsonSchema,
    overrideSchema({ valibotSchema, jsonSchema }) {
      if (valibotSchema.type === 'strict_object') {
        const { properties = {} } = jsonSchema
        const fields = Object.entries(properties as Readonly<Record<string, Described>>)
        return { ...jsonSchema, properties: Object.fromEntries(fields.map(([name, one]) => [name, adapt(one, name)])) }
      }
      if (valibotSchema.type === 'array') return { ...jsonSchema, items: adapt(jsonSchema.items as Described) }
      if (valibotSchema.type === 'nullable')
        return { anyOf: (jsonSchema.anyOf as readonly Described[]).map((one) => adapt(one)) as Described[] }
      return jsonSchema
    },
  })
  return described
}

/** Adds types to literals: one literal is a constant, both booleans are the type alone. */
function withTypes({ enum: literals, ...described }: Described): Described {
  if (literals === undefined) return described
  const type = typeof literals[0] as 'string' | 'number' | 'boolean'
  if (literals.length === 1) return { ...described, type, const: literals[0] as string }
  return { ...described, type, ...(type === 'boolean' ? {} : { enum: literals }) }
}

function parametersOf(schema: JsonSchema): NonNullable<Operation['parameters']> {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: described,
  }))
}

/** The problems of the gates in front of a route; those of its handler are in the same table. */
function problemsOf(route: Route): readonly [status: string, codes: readonly ProblemCode[]][] {
  const byStatus = new Map<string, ProblemCode[]>()
  for (const code of Object.keys(PROBLEMS) as ProblemCode[]) {
    if (only[code]?.(route) === false) continue
    const status = String(PROBLEMS[code].status)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return [...byStatus]
}

const isPost = (route: Route) => route.method === 'POST'
const isSigned = (route: Route) => route.signed
const isPath = (end: string) => (route: Route) => route.path.endsWith(end)
const never = () => false

/** Which routes can return a problem, when not all can. */
const only: Partial<Record<ProblemCode, (route: Route) => boolean>> = {
  invalid_json: isPost,
  foreign_cosigner: isPath('/relay/create'),
  invalid_mode: isPath('/relay/create'),
  expiry_in_past: isPath('/relay/create'),
  box_not_found: isPath('/relay/announce'),
  recipient_not_eligible: isPath('/relay/gas'),
  signature_required: isSigned,
  signature_malformed: isSigned,
  timestamp_out_of_window: isSigned,
  signature_invalid: isSigned,
  signature_replayed: isSigned,
  not_found: never,
  method_not_allowed: never,
  request_timeout: isPost,
  operation_conflict: isSigned,
  unsupported_media_type: isPost,
  quota_exceeded: isSigned,
  not_configured: (route) => route.unavailable !== undefined,
  relayer_depleted: isSigned,
  fee_ceiling: isSigned,
  recovering: isSigned,
}

function operationId(route: Route): string {
  const words = `${route.method.toLowerCase()}-${route.path.slice('/api/'.length)}`.split(/[^a-z0-9]+/)
  return words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('')
}

function keyOf(route: Route): string {
  return `${route.path} ${route.method}`
}

const problemSchema: JsonSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string', examples: Object.keys(PROBLEMS) },
    errors: {
      type: 'array',
      maxItems: 10,
      items: {
        type: 'object',
        required: ['pointer', 'code'],
        properties: { pointer: { type: 'string', format: 'json-pointer' }, code: { type: 'string' } },
      },
    },
    retryAfterSeconds: { type: 'integer' },
    serverTime: { type: 'integer' },
    maxSkewMs: { type: 'integer' },
    'violated-policies': { type: 'array', items: { type: 'string' } },
  },
}
