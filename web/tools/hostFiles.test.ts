import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { headersOf, hostFiles } from './hostFiles.js'
import { writePolicy } from './strictPage.js'

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

test('the guide to operating explains each header and each directive', () => {
  const guide = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  const { 'Content-Security-Policy': whole = '', ...others } = headersOf(
    writePolicy({ importMap: 'sha256-a', style: 'sha256-b', connect: [] }),
  )
  const directives = whole.split('; ').map((directive) => directive.split(' ')[0])
  const explained = guide.split(/^## /m).find((section) => section.startsWith('Deploying the web application')) ?? ''
  const cells = explained.split('\n').flatMap((line) => line.split('|').slice(1, 2))
  for (const name of [...directives, ...Object.keys(others)])
    expect(
      cells.filter((cell) => cell.includes(`\`${name}`)),
      name,
    ).toHaveLength(1)
})
