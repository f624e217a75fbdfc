import { API_REQUEST_HEADERS } from '@holdfast/sdk/wire'
import { expect, test } from 'vitest'
import { readSignedHeaders } from './signedHeaders.js'

test.each([
  [-120_001, 'timestamp_out_of_window'],
  [-120_000, 'read'],
  [120_000, 'read'],
  [120_001, 'timestamp_out_of_window'],
])('the window ends at exactly two minutes: %d ms', (offset, expected) => {
  const now = 1_790_000_000_000
  const headers = {
    [API_REQUEST_HEADERS.address.toLowerCase()]: `0x${'1'.repeat(40)}`,
    [API_REQUEST_HEADERS.timestamp.toLowerCase()]: `${now + offset}`,
    [API_REQUEST_HEADERS.signature.toLowerCase()]: `0x${'1'.repeat(128)}1b`,
  }
  const read = readSignedHeaders(headers, now)
  expect(typeof read === 'string' ? read : 'read').toBe(expected)
})
