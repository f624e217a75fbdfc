import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatPaymentLink } from '@holdfast/sdk/links'
import { generateClaimCode, generateLinkSecret } from '@holdfast/sdk/transfer'
import { afterEach, expect, test } from 'vitest'
import { findTraces, traceSecrets, traceText } from './secretTrace.js'

const trace = traceSecrets()
// What these tests leak on purpose is not the suite's.
afterEach(() => trace.seen.clear())

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

test('finds one in the path or query of any server of the process', async () => {
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
