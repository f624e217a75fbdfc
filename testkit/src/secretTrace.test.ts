import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatPaymentLink } from '@holdfast/sdk/links'
import { generateClaimCode, generateLinkSecret } from '@holdfast/sdk/transfer'
import { afterEach, expect, test } from 'vitest'
import { closeSearches, openSearches, searchBegins, searchEnds } from './pendingSearches.js'
import { findTraces, learnSecrets, traceOutput, traceSecrets, traceText } from './secretTrace.js'

const trace = traceSecrets()
// The leaks of these tests are intended and must not fail the suite.
afterEach(() => {
  trace.seen.clear()
  trace.shown.clear()
})

test('finds a code, in any case and grouping, and the secret of a link', () => {
  const { secret, code } = generateClaimCode()
  const linkSecret = generateLinkSecret()
  const link = formatPaymentLink({ kind: 'payment', chainId: 1, transferId: 1n, linkSecret }, 'https://pay.example')
  for (const text of [secret, code.toLowerCase(), `{"code":"${code}"}`, linkSecret, link, `${link}?x=1`]) {
    expect(findTraces(trace)).toEqual([])
    traceText('a log', `before ${text} after`)
    expect(findTraces(trace), 'in any spelling').toEqual(['a log'])
    trace.seen.clear()
  }
  traceText('a log', `${secret.slice(0, -1)} 0x${'ab'.repeat(32)}`)
  expect(findTraces(trace)).toEqual([])
})

test('finds a secret in the path or query of a request to any server of the process', async () => {
  const { code } = generateClaimCode()
  const server = createServer((_, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  for (const path of [`/claim/${code}`, `/claim?code=${code}`]) {
    await fetch(`http://127.0.0.1:${port}${path}`)
    expect(findTraces(trace)).toEqual(['the URL of a request'])
    trace.seen.clear()
  }
  await fetch(`http://127.0.0.1:${port}/claim#${code}`)
  expect(findTraces(trace), 'a fragment is sent to no server').toEqual([])
  await new Promise((resolve) => server.close(resolve))
})

test('finds secrets of another process in any output, once its file is read', () => {
  const [code, secret] = ['7K3M-9QXV-AB2C-DEFG', `${'A'.repeat(21)}_${'B'.repeat(21)}`]
  const link = `https://pay.example/#/pay/5042002/<id>/${secret}`
  for (const [file, said] of [
    [`${code}\n`, `claimed with ${code.toLowerCase().replaceAll('-', '')}`],
    [`${link}\n${link.replace('<id>', '7')}\n`, `asked for ${link}`],
  ] as const) {
    traceOutput('the output of a command', said)
    expect(findTraces(trace)).toEqual([])
    expect(learnSecrets(file)).toBe(true)
    expect(findTraces(trace)).toEqual(['the output of a command'])
    trace.shown.clear()
  }
  expect(learnSecrets(`{"code":"${code}"}`)).toBe(false)
  expect(learnSecrets('')).toBe(false)
})

test('values that a person may see do not count as secrets', () => {
  const salt = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
  traceOutput('the output of a command', `salt 0x${salt}`)
  expect(findTraces(trace)).toEqual([])
})

test('a run names the files whose search has not ended', () => {
  const outer = process.env.HOLDFAST_SECRET_SEARCHES
  delete process.env.HOLDFAST_SECRET_SEARCHES
  const folder = openSearches() ?? ''
  expect(openSearches(), 'one project of a run makes it').toBeUndefined()
  searchEnds(searchBegins('/a.test.ts'))
  searchBegins('/b.test.ts')
  expect(closeSearches(folder)).toEqual(['/b.test.ts'])
  if (outer !== undefined) process.env.HOLDFAST_SECRET_SEARCHES = outer
  expect(outer, 'this run looks after its files').toBeDefined()
})
