import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { guardedFetch } from './guardedFetch.js'

async function serve(status: number, body: string, headers: Record<string, string> = {}): Promise<URL> {
  const server = createServer((_, response) => void response.writeHead(status, headers).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`)
}

test('default', async () => {
  const url = await serve(200, '{"a":1}', { 'content-type': 'application/json', 'x-other': 'b' })
  const response = await guardedFetch(url)(`${url.href}/messages`)
  expect(response.status).toBe(200)
  expect(response.headers.get('x-other')).toBe('b')
  expect(await response.json()).toEqual({ a: 1 })
})

test('behavior: an empty answer', async () => {
  const url = await serve(204, '')
  expect(await (await guardedFetch(url)(url)).text()).toBe('')
})

test('error: another host, port or protocol', async () => {
  const url = await serve(200, '{}')
  const other = await serve(200, '{}')
  for (const given of [other, new URL(`https://${url.host}/v1`), 'http://localhost/v1', new Request(other)])
    await expect(guardedFetch(url)(given)).rejects.toMatchObject({ outcome: 'misdirected' })
})

test('error: a redirect, also to the same host', async () => {
  const url = await serve(307, '', { location: '/v1/elsewhere' })
  await expect(guardedFetch(url)(url)).rejects.toMatchObject({ outcome: 'redirected' })
})

test('error: an answer that is too large', async () => {
  const url = await serve(200, 'a'.repeat(256 * 1024 + 1))
  await expect(guardedFetch(url)(url)).rejects.toMatchObject({ outcome: 'too_large' })
})
