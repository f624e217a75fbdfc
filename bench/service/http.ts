import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { cpus } from 'node:os'
import { API_REQUEST_HEADERS } from '@holdfast/sdk/wire'
import { privateKeyToAccount } from 'viem/accounts'
import { createHttpServer } from '../../service/src/http/createHttpServer.js'
import { createSignerRecovery, messageDigest, parseSignature } from '../../service/src/http/recoverSigner.js'
import { createLog } from '../../service/src/telemetry/createLog.js'
import { createMetrics } from '../../service/src/telemetry/createMetrics.js'
import { dummyRoutes, signedHeaders, stageConfig } from '../../service/test/httpStage.js'

/**
 * What the listener alone carries: every gate on the path, dummy handlers behind it, the log written. Only the per-network
 * limits are raised. Both ends run on this machine, so processor time per request says more than requests a second.
 *
 *     tsx --conditions=@holdfast/source bench/service/http.ts
 */
const path = '/api/relay/gas'
const body = '{"to":"0x8617E340B3D01FA5F11F306F4090FD50E238070D"}'
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const runs = 5

if (process.argv[2] === 'serve') await serve()
else await measure()

/** The server, in a process of its own; it tells its processor time when asked. */
async function serve(): Promise<void> {
  const log = createLog({ level: 'info' })
  const metrics = createMetrics({ version: '0.2.0', commit: 'bench' })
  const { limits } = stageConfig
  // The flood goes to a route of this class.
  const config = { ...stageConfig, limits: { ...limits, perMinute: { ...limits.perMinute, read: 240 } } }
  const server = createHttpServer({ config, log, metrics, now: Date.now }, dummyRoutes())
  await server.listen()
  process.on('message', () => process.send?.({ ...process.cpuUsage(), memory: process.memoryUsage.rss() }))
  process.send?.(server.url)
}

async function measure(): Promise<void> {
  const child = fork(new URL(import.meta.url), ['serve'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: process.execArgv,
  })
  const [url] = (await once(child, 'message')) as [string]
  const usage = async () => {
    child.send('usage')
    const [used] = (await once(child, 'message')) as [{ user: number; system: number; memory: number }]
    return used
  }
  const owner = privateKeyToAccount(`0x${'2'.repeat(64)}`)
  const headers: Record<string, string> = {
    ...(await signedHeaders({ account: owner, path, body })),
    [API_REQUEST_HEADERS.address]: `0x${'1'.repeat(40)}`,
    'content-type': 'application/json',
  }
  console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${runs} runs of ${seconds} s`)
  console.log('requests a second (median, least, most) and processor time of the server per request')
  const cases: readonly [string, LoadOptions][] = [
    ['GET health, 200', { url: `${url}/api/health` }],
    ['POST wrong signer, 401', { url: url + path, method: 'POST', body, headers }],
    ['GET unknown path, 404', { url: `${url}/api/nothing` }],
  ]
  for (const [name, options] of cases) {
    await load({ ...options, connections: 20, duration: 1 })
    const rates: number[] = []
    let microseconds = 0
    let requests = 0
    for (let run = 0; run < runs; run++) {
      const before = await usage()
      const result = await load({ ...options, connections: 20, duration: seconds })
      const after = await usage()
      requests += result.requests.total
      microseconds += after.user + after.system - before.user - before.system
      rates.push(result.requests.total / result.duration)
    }
    rates.sort((one, other) => one - other)
    const [least, median, most] = [rates[0], rates[runs >> 1], rates[runs - 1]].map((rate) => Math.round(rate ?? 0))
    console.log(`${name.padEnd(24)} ${median} (${least} to ${most})  ${(microseconds / requests).toFixed(1)} µs`)
  }
  await measureFlood(url)
  const idle = await usage()
  console.log(`resident after all: ${Math.round(idle.memory / 2 ** 20)} MiB`)
  child.kill()
  await measureRecovery(headers[API_REQUEST_HEADERS.signature] ?? '')
}

/** One client with as many requests as it gets answered, while another one floods from its own network. */
async function measureFlood(url: string): Promise<void> {
  const calm = () =>
    load({
      url: `${url}/api/health`,
      headers: { 'x-forwarded-for': '198.51.100.1' },
      connections: 10,
      duration: seconds,
    })
  const ratios: number[] = []
  let refused = 0
  for (let run = 0; run < runs; run++) {
    const alone = await calm()
    const flood = load({
      url: `${url}/api/announcements`,
      headers: { 'x-forwarded-for': '203.0.113.7' },
      connections: 50,
      duration: seconds,
    })
    const besides = await calm()
    refused += (await flood).requests.total
    ratios.push(besides.requests.total / alone.requests.total)
  }
  ratios.sort((one, other) => one - other)
  const percent = (ratio: number | undefined) => `${Math.round((ratio ?? 0) * 100)} %`
  console.log(
    `beside a flood a client keeps ${percent(ratios[runs >> 1])} of its throughput`,
    `(${percent(ratios[0])} to ${percent(ratios[runs - 1])}); the flood got ${refused} answers`,
  )
}

async function measureRecovery(signature: string): Promise<void> {
  const recovery = await createSignerRecovery()
  const once = (index: number) => {
    const parsed = parseSignature(signature)
    if (parsed !== undefined)
      recovery.recover(messageDigest(`Holdfast API request\npath: ${path}\nts: ${index}\n${body}`), parsed)
  }
  for (let index = 0; index < 2000; index++) once(index)
  const before = process.cpuUsage()
  for (let index = 0; index < 5000; index++) once(index)
  const { user, system } = process.cpuUsage(before)
  console.log(`recovery and hashing: ${((user + system) / 5000).toFixed(1)} µs`)
}

type LoadOptions = {
  url: string
  method?: string
  body?: string
  headers?: Record<string, string>
}

/** The load tool has no types. */
async function load(
  options: LoadOptions & { connections: number; duration: number },
): Promise<{ requests: { total: number }; duration: number }> {
  return createRequire(import.meta.url)('autocannon')(options)
}
