import { expect, test } from 'vitest'
import { hostFiles } from './hostFiles.js'

const policy = "default-src 'none'; script-src 'self' 'sha256-a='"
const files = hostFiles(policy)

test.each([...files.keys()])('%s has every header, and says who may frame the page', (path) => {
  const text = files.get(path) ?? ''
  expect(text).toContain(`${policy}; frame-ancestors 'none'`)
  for (const header of [
    'Referrer-Policy',
    'X-Content-Type-Options',
    'Cross-Origin-Opener-Policy',
    'Permissions-Policy',
  ])
    expect(text).toContain(header)
  expect(text).toContain('immutable')
  expect(text).toContain('no-cache')
})

test('nginx repeats the headers where a location adds one, since outer ones are dropped there', () => {
  const locations = (files.get('nginx.conf') ?? '').split(/^location /m).slice(1)
  expect(locations).toHaveLength(2)
  for (const location of locations) expect(location).toContain('Content-Security-Policy')
})
