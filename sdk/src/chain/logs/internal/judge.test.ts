import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { describe, expect, test } from 'vitest'
import { judge } from './judge.js'

const rpc = (code: number, message: string) => {
  const cause = new RpcRequestError({
    body: { method: 'eth_getLogs' },
    error: { code, message },
    url: 'http://rate.limit',
  })
  return Object.assign(new Error('wrapped'), { code, cause })
}
const http = (status: number, details = '', headers?: Headers) =>
  new HttpRequestError({ status, details, url: 'http://max.results', ...(headers && { headers }) })

describe('what the hosts of the registry answer', () => {
  test.each([
    [-32012, 'requested range too large', { kind: 'tooWide', most: undefined }],
    [-32614, 'eth_getLogs is limited to a 10,000 range', { kind: 'tooWide', most: 10_000 }],
    [-32614, 'eth_getLogs is limited to a 500 range', { kind: 'tooWide', most: 500 }],
    [-32600, 'Query exceeds max block range of 10000', { kind: 'tooWide', most: 10_000 }],
    [-32701, 'exceed maximum block range: 50000', { kind: 'tooWide', most: 50_000 }],
    [-32000, 'requested too many blocks from 1 to 5000, maximum is set to 2048', { kind: 'tooWide', most: 2_048 }],
    [35, 'ranges over 10000 blocks are not supported on freetier', { kind: 'tooWide', most: 10_000 }],
    [-32602, 'query exceeds max results 20000, retry with the range 100-250', { kind: 'tooMany', upTo: [100, 250] }],
    [
      -32602,
      'this block range should work: [0x64, 0xfa]. Log response size exceeded.',
      { kind: 'tooMany', upTo: [100, 250] },
    ],
    [-32005, 'query returned more than 10000 results', { kind: 'tooMany', upTo: undefined }],
    [-32000, 'logs matched by query exceeds limit of 10000', { kind: 'tooMany', upTo: undefined }],
    [-32000, 'query timeout exceeded', { kind: 'tooMany', upTo: undefined }],
    [-32011, 'request limit reached', { kind: 'throttled', waitMs: undefined }],
    [-32005, 'rate limit exceeded', { kind: 'throttled', waitMs: undefined }],
    [-32005, 'limit exceeded', { kind: 'throttled' }],
    [15, 'You reached Public endpoint rate limit', { kind: 'throttled', waitMs: undefined }],
    [-32014, 'requested data not available', { kind: 'behind' }],
    [-32001, 'requested data not available', { kind: 'behind' }],
    [-32602, 'block range extends beyond current head block', { kind: 'behind' }],
    [-32601, 'the method eth_getLogs does not exist', { kind: 'refused' }],
    [-32603, 'internal error', { kind: 'unclear' }],
  ])('%i %s', (code, message, verdict) => {
    expect(judge(rpc(code, message))).toEqual(verdict)
  })
})

describe('what the transport throws', () => {
  test.each([
    ['429', http(429), { kind: 'throttled', waitMs: undefined }],
    ['429 with Retry-After', http(429, '', new Headers({ 'retry-after': '2' })), { kind: 'throttled', waitMs: 2_000 }],
    ['413', http(413), { kind: 'tooWide', most: undefined }],
    ['401', http(401), { kind: 'refused' }],
    ['403', http(403, 'Request method filtered'), { kind: 'unclear' }],
    ['502', http(502), { kind: 'unclear' }],
    ['a timeout', new TimeoutError({ body: {}, url: 'http://a' }), { kind: 'unclear' }],
    ['a body over the limit', { name: 'ResponseBodyTooLargeError' }, { kind: 'tooMany' }],
    ['no error at all', undefined, { kind: 'unclear' }],
  ])('%s', (_, error, verdict) => {
    expect(judge(error)).toEqual(verdict)
  })
})

test('behavior: does not read the request that viem quotes as an answer', () => {
  expect(judge(http(500)).kind).toBe('unclear')
})
