import { decodeProblem, PROBLEMS, type ProblemCode } from '@holdfast/sdk/wire'
import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkSchema } from './checkSchema.js'
import { problemBody } from './problemBody.js'

const schema = z.strictObject({ a: z.string(), inner: z.strictObject({ b: z.number() }), list: z.array(z.boolean()) })
/** Any JSON, under names that the schema knows and under any others. */
const body = fc.oneof(
  fc.jsonValue({ stringUnit: 'binary' }),
  fc.record({
    a: fc.jsonValue(),
    inner: fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { maxKeys: 12 }),
    list: fc.array(fc.jsonValue(), { maxLength: 20 }),
  }),
)
const facts = fc.record({
  code: fc.constantFrom(...(Object.keys(PROBLEMS) as ProblemCode[])),
  requestId: fc.oneof(fc.uuid(), fc.stringMatching(/^[A-Za-z0-9_-]{8,64}$/)),
  docsBase: fc.option(fc.webUrl(), { nil: undefined }),
  retryAfterSeconds: fc.option(fc.nat(1_000_000), { nil: undefined }),
  serverTime: fc.option(fc.nat(Number.MAX_SAFE_INTEGER), { nil: undefined }),
  maxSkewMs: fc.option(fc.nat(Number.MAX_SAFE_INTEGER), { nil: undefined }),
  violated: fc.option(fc.uniqueArray(fc.constantFrom('ip', 'addr-day')), { nil: undefined }),
})

test('whatever is wrong, the body that says so is one', () => {
  fc.assert(
    fc.property(facts, body, ({ code, ...rest }, given) => {
      const { errors } = checkSchema(schema, given)
      const problem = JSON.parse(JSON.stringify(problemBody(code, { ...rest, errors })))
      expect(decodeProblem(problem)).toEqual(problem)
      expect([problem.code, problem.status, problem.detail]).toEqual([
        code,
        PROBLEMS[code].status,
        PROBLEMS[code].detail,
      ])
      expect(problem.instance).toBe(`urn:uuid:${rest.requestId}`)
      expect(problem.errors?.length ?? 0).toBe(Math.min(10, errors?.length ?? 0))
    }),
    runs(2_000),
  )
})
