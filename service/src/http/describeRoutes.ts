import { STATUS_CODES } from 'node:http'
import { VERSION } from '@holdfast/sdk/errors'
import { API_REQUEST_HEADERS, API_REQUEST_TITLE, PROBLEMS, type ProblemCode } from '@holdfast/sdk/wire'
import { z } from 'zod'
import type { Route } from './Route.js'

/**
 * Describes routes in OpenAPI 3.1, from the schemas that check requests. The same routes give the same text, whatever order
 * they come in.
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
        'A signed request carries three headers and is taken once. What is signed (EIP-191) are four lines joined by LF:',
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

/** An OpenAPI 3.1 document; only what is read of it here has a type. */
export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; summary: string; description: string; license: object }
  servers: readonly { url: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: { schemas: Readonly<Record<string, JsonSchema>>; securitySchemes: Readonly<Record<string, object>> }
}

/** A method of a path. */
export type Operation = {
  operationId: string
  summary: string
  security: readonly Readonly<Record<string, readonly string[]>>[]
  parameters?: readonly { name: string; in: 'query'; required: boolean; schema: JsonSchema }[] | undefined
  requestBody?: { required: true; content: Content } | undefined
  responses: Readonly<Record<string, { description: string; headers: object; content?: Content | undefined }>>
}

type Content = Readonly<Record<string, { schema: JsonSchema }>>
type JsonSchema = Readonly<Record<string, unknown>>

const requestId = {
  required: true,
  schema: { type: 'string' },
  description: 'Names the request in logs and problems.',
}
const rate = {
  RateLimit: { schema: { type: 'string' }, description: 'What is left; not on answers that a cache may keep.' },
  'RateLimit-Policy': { schema: { type: 'string' }, description: 'Of how much.' },
}
const own: Readonly<Record<string, object>> = {
  '304': { ETag: { required: true, schema: { type: 'string' } } },
  '401': { 'WWW-Authenticate': { required: true, schema: { const: 'EIP191 realm="api"' } } },
  '429': { 'Retry-After': { required: true, schema: { type: 'integer' }, description: 'Seconds' } },
  '503': { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds; where a retry can help' } },
}
const headersOf = (status: string) => ({ 'X-Request-Id': requestId, ...rate, ...own[status] })

function operationOf(route: Route): Operation {
  const parameters = route.query === undefined ? [] : parametersOf(schemaOf(route.query, 'input'))
  const responses: Record<string, Operation['responses'][string]> = {}
  for (const [status, schema] of Object.entries(route.responses))
    responses[status] = {
      description: STATUS_CODES[status] ?? status,
      headers: headersOf(status),
      ...(status === '304' ? {} : { content: { 'application/json': { schema: schemaOf(schema, 'output') } } }),
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
            content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
          },
        }),
    responses,
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' })
  return described
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

/** What the gates in front of a route can say; what its handler says belongs to the same table. */
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

/** Which routes can answer a problem, where not all can. */
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
