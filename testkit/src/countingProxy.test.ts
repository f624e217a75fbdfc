import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startCountingProxy } from './countingProxy.js'

test('the answer to a request from before a reset starts no round trip', async () => {
  const upstream = createServer((_, response) => void response.end('{}')).listen(0, '127.0.0.1')
  onTestFinished(() => void upstream.close())
  await once(upstream, 'listening')
  const proxy = await startCountingProxy(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`, 50)
  onTestFinished(proxy.stop)
  const ask = (path: string) => fetch(`${proxy.url}${path}`)

  await ask('/first')
  const late = ask('/late')
  await expect.poll(() => proxy.requests.map(({ wave }) => wave)).toEqual([1, 2])
  proxy.reset()
  await late
  await ask('/next')
  await Promise.all([ask('/side'), ask('/by-side')])
  expect(proxy.requests.map(({ wave }) => wave)).toEqual([1, 2, 2])
})

test('concurrent requests are one round trip, however fast each is answered', async () => {
  const upstream = createServer((request, response) => {
    setTimeout(() => response.end('{}'), request.url === '/slow' ? 150 : 0)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void upstream.close())
  await once(upstream, 'listening')
  const proxy = await startCountingProxy(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`, 20)
  onTestFinished(proxy.stop)
  const ask = (path: string) => fetch(`${proxy.url}${path}`)

  await Promise.all([ask('/slow').then(() => ask('/after-slow')), ask('/fast').then(() => ask('/after-fast'))])
  expect(Object.fromEntries(proxy.requests.map(({ name, wave }) => [name, wave]))).toEqual({
    '/slow': 1,
    '/fast': 1,
    '/after-slow': 2,
    '/after-fast': 2,
  })
})
