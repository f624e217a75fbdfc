import { keccak256, recoverMessageAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { API_REQUEST_HEADERS, apiRequestMessage } from './signedRequest.js'

const timestamp = 1_790_000_000_000
const path = '/api/relay/gas'
const bodyHash = keccak256(new Uint8Array())

describe('apiRequestMessage', () => {
  test('default', () => {
    expect(apiRequestMessage({ path, timestamp, bodyHash })).toBe(
      [
        'Holdfast API request',
        'path: /api/relay/gas',
        'ts: 1790000000000',
        'body: 0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
      ].join('\n'),
    )
  })

  test('behavior: the signer can be read from the text', async () => {
    const account = privateKeyToAccount(`0x${'1'.repeat(64)}`)
    const message = apiRequestMessage({ path, timestamp, bodyHash })
    const signature = await account.signMessage({ message })
    expect(await recoverMessageAddress({ message, signature })).toBe(account.address)
  })

  test.each([
    ['a query', { path: '/api/relay/gas?a=1' }],
    ['an encoded letter', { path: '/api/relay/%67as' }],
    ['an empty segment', { path: '/api//relay' }],
    ['a dot segment', { path: '/api/./relay' }],
    ['a dot segment at the end', { path: '/api/..' }],
    ['a path that begins with no slash', { path: 'api/relay' }],
    ['a line break', { path: '/api\nts: 1' }],
    ['an empty path', { path: '' }],
    ['seconds', { timestamp: 1_790_000_000 }],
    ['half a millisecond', { timestamp: timestamp + 0.5 }],
    ['a time as text', { timestamp: `${timestamp}` }],
    ['upper-case hex', { bodyHash: bodyHash.toUpperCase().replace('X', 'x') }],
    ['a short hash', { bodyHash: '0x12' }],
  ])('error: %s', (_, wrong) => {
    expect(() => apiRequestMessage({ path, timestamp, bodyHash, ...wrong } as never)).toThrow(InvalidInputError)
  })
})

test('API_REQUEST_HEADERS', () => {
  expect(API_REQUEST_HEADERS).toEqual({
    address: 'X-Holdfast-Address',
    timestamp: 'X-Holdfast-Timestamp',
    signature: 'X-Holdfast-Signature',
  })
})
