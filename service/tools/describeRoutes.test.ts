import { object } from '@holdfast/sdk/wire/schemas'
import { pipe, string, transform, unknown } from 'valibot'
import { describe, expect, test } from 'vitest'
import { answer } from '../src/http/answer.js'
import { defineRoute } from '../src/http/defineRoute.js'
import { dummyRoutes } from '../test/httpStage.js'
import { describeRoutes } from './describeRoutes.js'

describe('describeRoutes', () => {
  const description = describeRoutes(dummyRoutes())

  test('default', () => {
    expect(Object.entries(description.paths).map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
      ['/api/announcements', ['get']],
      ['/api/cosign', ['get', 'post']],
      ['/api/health', ['get']],
      ['/api/relay/gas', ['post']],
    ])
    expect(description.paths['/api/announcements']?.get).toMatchObject({
      operationId: 'getAnnouncements',
      security: [],
      parameters: [{ name: 'chainId', in: 'query', required: false, schema: { type: 'string', pattern: '^[0-9]+$' } }],
    })
    expect(description.paths['/api/cosign']?.post).toMatchObject({
      operationId: 'postCosign',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object', required: ['amount'], additionalProperties: false },
          },
        },
      },
    })
  })

  test('behavior: signed routes need all three headers', () => {
    expect(description.paths['/api/relay/gas']?.post?.security).toEqual([{ address: [], timestamp: [], signature: [] }])
    expect(description.components.securitySchemes).toEqual({
      address: { type: 'apiKey', in: 'header', name: 'X-Holdfast-Address' },
      timestamp: { type: 'apiKey', in: 'header', name: 'X-Holdfast-Timestamp' },
      signature: { type: 'apiKey', in: 'header', name: 'X-Holdfast-Signature' },
    })
  })

  test('behavior: statuses', () => {
    const statuses = (path: string, method: string) => Object.keys(description.paths[path]?.[method]?.responses ?? {})
    expect(statuses('/api/health', 'get')).toEqual(['200', '400', '403', '413', '429', '500', '503', '504'])
    expect(statuses('/api/announcements', 'get')).toContain('304')
    expect(statuses('/api/relay/gas', 'post')).toEqual([
      '200',
      '400',
      '401',
      '403',
      '408',
      '409',
      '413',
      '415',
      '429',
      '500',
      '503',
      '504',
    ])
  })

  test('behavior: the order of the routes makes no difference, and JSON represents all of it', () => {
    const text = JSON.stringify(description)
    expect(JSON.stringify(describeRoutes(dummyRoutes().toReversed()))).toBe(text)
    expect(JSON.parse(text)).toEqual(description)
  })

  test('behavior: schemas that transform are described by their input', () => {
    const route = defineRoute({
      ...(dummyRoutes()[2] as object as { method: 'POST'; path: '/api/cosign' }),
      window: 'cosign',
      signed: false,
      deadlineMs: 1,
      summary: '',
      body: object({
        amount: pipe(
          string('not_text'),
          transform((text: string) => BigInt(text)),
        ),
      }),
      responses: { 200: answer(unknown()) },
      handle: async ({ body }) => ({ status: 200, body: { amount: body.amount.toString() } }),
    })
    expect(
      describeRoutes([route]).paths['/api/cosign']?.post?.requestBody?.content['application/json']?.schema,
    ).toEqual({
      type: 'object',
      properties: { amount: { type: 'string' } },
      required: ['amount'],
      additionalProperties: false,
    })
  })
})
