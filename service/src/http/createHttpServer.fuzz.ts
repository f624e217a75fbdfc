import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { decodeProblem } from '@holdfast/sdk/wire'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { signedHeaders, startStage } from '../../test/httpStage.js'
import { randomOf } from '../../test/random.js'

const secrets = {
  code: '7K3MABCDEFGHJKMN',
  hyphened: '9XYZ-ABCD-EFGH-JKMN',
  salt: `0x${'5a'.repeat(32)}`,
  key: `0x${'c0ffee'.repeat(10)}dead`,
  url: 'https://rpc.example/v2/private-path-of-a-key',
}
const account = privateKeyToAccount(`0x${'4'.repeat(64)}`)

test('behavior: 20,000 random and mutated requests leave no trace but their log lines', async () => {
  const stage = await startStage({ server: { bodyTimeoutMs: 500, headersTimeoutMs: 500 } })
  const random = randomOf(11)
  const pick = <value>(...values: readonly value[]): value => values[random(values.length)] as value
  const agent = new Agent({ keepAlive: true, maxSockets: 40 })
  const valid = '{"to":"0x01"}'
  const signed = await signedHeaders({ account, path: '/api/relay/gas', body: valid })
  const signature = signed['X-Holdfast-Signature'] ?? ''
  const outputs: string[] = []
  const statuses = new Map<number, number>()
  const unexpected: string[] = []

  const mutate = (text: string): string => {
    const at = random(text.length + 1)
    return pick(
      () => text,
      () => text.slice(0, at) + pick('"', '{', '}', '\\', '\u0000', 'é', '[', ' ', '0') + text.slice(at + random(3)),
      () => text.slice(0, at),
      () => text.repeat(random(3)),
      () => text.toUpperCase(),
    )()
  }
  const bodyOf = (): string | Uint8Array =>
    pick<() => string | Uint8Array>(
      () => mutate(valid),
      () => mutate('{"amount":"12","nested":{"a":[1,2,{"b":null}]}}'),
      () => `{"${pick('code', 'salt', '__proto__', secrets.code, secrets.url)}":"${pick(secrets.code, secrets.salt)}"}`,
      () => Uint8Array.from({ length: random(200) }, () => random(256)),
      () => '['.repeat(random(20_000)),
      () => '',
      () => `{"to":"${secrets.hyphened}","amount":"${'9'.repeat(random(100))}"}`,
    )()
  const headersOf = (): Record<string, string | string[]> => {
    const headers: Record<string, string | string[]> = random(4) > 0 ? { 'content-type': 'application/json' } : {}
    const add = (name: string, ...values: (string | string[])[]) => {
      if (random(2) === 0) headers[name] = pick(...values)
    }
    add('content-type', 'application/json', 'application/json', 'text/plain', 'application/json; charset=utf-8', 'x')
    add('origin', 'https://app.example', 'null', 'https://evil.example', secrets.url)
    add('x-holdfast-address', account.address, '0x', secrets.salt, [account.address, account.address])
    add('x-holdfast-timestamp', String(Date.now()), '1', 'NaN', '-1', '9'.repeat(16))
    add('x-holdfast-signature', signature, mutate(signature).replaceAll(/[^\w]/g, ''), secrets.key, '0x')
    add(
      'x-forwarded-for',
      '203.0.113.1',
      `203.0.113.${random(256)}`,
      `2001:db8:${random(65_536).toString(16)}::1`,
      'junk',
    )
    add('x-request-id', 'request-one', secrets.code, secrets.hyphened, secrets.salt.slice(2), 'é', 'x'.repeat(70))
    add('content-encoding', 'identity', 'gzip', secrets.code)
    add('access-control-request-method', 'POST', secrets.code)
    add('expect', '100-continue', 'nonsense')
    add('cookie', secrets.code)
    add('authorization', `Bearer ${secrets.code}`)
    for (const [name, value] of Object.entries(headers))
      if (typeof value === 'string' && /[^\x20-\x7e]/.test(value)) delete headers[name]
    return headers
  }
  const paths = [
    '/api/cosign',
    '/api/cosign',
    '/api/relay/gas',
    '/api/relay/gas',
    '/api/health',
    '/api/cosign',
    '/api/announcements',
    '/api/relay/gas',
    '/api/nothing',
    '/',
    '//',
    '/api/%2e',
  ]
  const pathOf = () =>
    pick(...paths) + pick('', '', '', '?', '?chainId=1', `?code=${secrets.code}`, `?chainId=${secrets.url}`, '?a=1&a=2')

  const once = () =>
    new Promise<void>((resolve) => {
      const method = pick('GET', 'POST', 'POST', 'POST', 'OPTIONS', 'HEAD', 'DELETE', 'PATCH')
      const sent = request(`${stage.url}/`, { agent, method, path: pathOf(), headers: headersOf() as never })
      sent.setTimeout(5000, () => {
        unexpected.push('no answer')
        sent.destroy()
      })
      // A connection may close under a request that is still being sent.
      sent.on('error', () => resolve())
      sent.on('response', (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('error', () => resolve())
        response.on('end', () => {
          const status = response.statusCode ?? 0
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          outputs.push(JSON.stringify(response.headers), text)
          if (status >= 500) unexpected.push(`${status} ${text}`)
          if (status >= 400 && method !== 'HEAD' && text !== '') {
            try {
              const problem = decodeProblem(JSON.parse(text))
              if (problem.status !== status) unexpected.push(text)
            } catch {
              unexpected.push(text)
            }
          }
          resolve()
        })
      })
      // With other methods this client sends a body without a length, which is no request at all.
      sent.end(method === 'POST' || method === 'PATCH' ? bodyOf() : undefined)
    })

  const many = async (count: number) => {
    for (let index = 0; index < count; index++) await once()
  }
  await Promise.all(Array.from({ length: 40 }, () => many(500)))

  const raw = (bytes: Uint8Array) =>
    new Promise<void>((resolve) => {
      const { port } = new URL(stage.url)
      const socket = connect(Number(port), '127.0.0.1', () => socket.end(bytes))
      socket.on('data', (chunk) => outputs.push(chunk.toString('latin1')))
      socket.on('error', () => {})
      socket.on('close', () => resolve())
    })
  const line = Buffer.from(
    'POST /api/cosign HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{"amount":"1"}',
  )
  const rawMany = async () => {
    for (let index = 0; index < 100; index++) {
      const bytes = Buffer.from(line)
      for (let change = random(4); change >= 0; change--) bytes[random(bytes.length)] = random(256)
      await raw(bytes)
    }
  }
  await Promise.all(Array.from({ length: 20 }, rawMany))

  expect(unexpected.slice(0, 5)).toEqual([])
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(18_000)
  for (const status of [200, 204, 400, 401, 403, 404, 405, 413, 415]) expect(statuses.get(status)).toBeGreaterThan(20)
  agent.destroy()
  await expect.poll(() => stage.server.sizes).toMatchObject({ open: 0, working: 0, delayed: 0 })
  expect(stage.server.sizes.networks).toBeLessThanOrEqual(50_000)

  const everything = [...outputs, ...stage.lines, await stage.metrics.registry.metrics()].join('\n')
  for (const [name, secret] of Object.entries({
    ...secrets,
    signature: signature.slice(2),
    salt: secrets.salt.slice(2),
  }))
    expect(everything.toLowerCase().includes(secret.toLowerCase()), name).toBe(false)
  expect(everything).not.toMatch(/\n\s+at /)
  expect(everything).not.toContain('rpc.example/')
  await stage.server.close()
})
