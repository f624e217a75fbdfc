import { describe, expect, test } from 'vitest'
import { WireFormatError } from '../errors/wire.js'
import { decodeProblem, isProblemCode, PROBLEMS, type ProblemBody } from './problems.js'

const body: ProblemBody = {
  type: 'about:blank',
  title: 'Too Many Requests',
  status: 429,
  detail: 'daily quota exceeded',
  instance: 'urn:uuid:0b2a0d60-2b66-4f37-8f6b-3c7d8f6f4a11',
  code: 'quota_exceeded',
  retryAfterSeconds: 41_230,
  'violated-policies': ['addr-day'],
}

test('PROBLEMS: the table', () => {
  expect(
    Object.entries(PROBLEMS).map(([code, { status, retryable }]) => `${status} ${code}${retryable ? ' *' : ''}`),
  ).toMatchInlineSnapshot(`
      [
        "400 invalid_json",
        "400 invalid_request",
        "400 foreign_cosigner",
        "400 invalid_mode",
        "400 expiry_in_past",
        "400 box_not_found",
        "400 recipient_not_eligible",
        "401 signature_required",
        "401 signature_malformed",
        "401 timestamp_out_of_window",
        "401 signature_invalid",
        "401 signature_replayed *",
        "403 origin_not_allowed",
        "404 not_found",
        "405 method_not_allowed",
        "408 request_timeout *",
        "409 operation_conflict *",
        "413 payload_too_large",
        "415 unsupported_media_type",
        "429 quota_exceeded *",
        "429 rate_limited *",
        "500 internal_error",
        "503 not_configured",
        "503 relayer_depleted *",
        "503 fee_ceiling *",
        "503 upstream_unavailable *",
        "503 recovering *",
        "503 overloaded *",
        "503 shutting_down *",
        "504 upstream_timeout *",
      ]
    `)
  expect(PROBLEMS.quota_exceeded.detail).toBe('daily quota exceeded')
  expect(Object.keys(PROBLEMS).every((code) => /^[a-z_]+$/.test(code))).toBe(true)
})

test('isProblemCode', () => {
  expect(isProblemCode('not_found')).toBe(true)
  expect(isProblemCode('toString')).toBe(false)
})

describe('decodeProblem', () => {
  test('default', () => {
    expect(decodeProblem(JSON.parse(JSON.stringify(body)))).toEqual(body)
  })

  test('behavior: keys and codes of a newer service', () => {
    expect(decodeProblem({ ...body, more: 1 })).toEqual(body)
    const newer = { ...body, status: 418, code: 'teapot' }
    expect(decodeProblem(newer)).toEqual(newer)
  })

  test('behavior: fields of a schema failure', () => {
    const failure = {
      ...body,
      status: 400,
      code: 'invalid_request',
      errors: [
        { pointer: '', code: 'invalid_type' },
        { pointer: '/a~1b', code: 'unknown_key' },
      ],
    }
    expect(decodeProblem(failure)).toEqual(failure)
  })

  test.each([
    ['no object', null],
    ['a list', []],
    ['a missing code', { ...body, code: undefined }],
    ['a code of another form', { ...body, code: 'Not A Code' }],
    ['a status that is not the one of its code', { ...body, status: 500 }],
    ['an invalid status', { ...body, status: 200 }],
    ['a status as text', { ...body, status: '429' }],
    ['too many fields', { ...body, errors: Array(11).fill({ pointer: '', code: 'required' }) }],
    ['an invalid pointer', { ...body, errors: [{ pointer: 'x', code: 'required' }] }],
    ['a negative wait', { ...body, retryAfterSeconds: -1 }],
    ['control characters', { ...body, detail: 'a\u001b[31m' }],
  ])('error: %s', (_, wrong) => {
    expect(() => decodeProblem(wrong)).toThrow(WireFormatError)
  })
})
