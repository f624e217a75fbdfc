import { decodeProblem, PROBLEMS, type ProblemCode } from '@holdfast/sdk/wire'
import { object } from '@holdfast/sdk/wire/schemas'
import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { array, boolean, number, string } from 'valibot'
import { expect, test } from 'vitest'
import { checkSchema } from './checkSchema.js'
import { problemBody } from './problemBody.js'

const schema = object({
  a: string('not_text'),
  inner: object({ b: number('not_an_integer') }),
  list: array(boolean('not_one_of'), 'not_a_list'),
})
/** Any JSON, with names that the schema knows and any others. */
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

test('the body of every refusal is valid', () => {
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
