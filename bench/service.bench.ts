/**
 * Capacity of the built service: rates, processor time and memory of the shipped program, over HTTP, with a stub as the
 * chain. Both ends are on this machine, so processor time of the service per request says more than requests a second.
 *
 * With `--soak`, run by `npm run soak`, only memory over a long time: every kind of request in turn for an hour, or for
 * `BENCH_SOAK_MINUTES`. Exits with 1 when memory exceeds its limit.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_REQUEST_HEADERS } from '@holdfast/sdk/wire'
import { sign } from '@holdfast/testkit/http'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { ChainOrder, ChainReply } from './service/chain.js'
import { type Child, startChild } from './service/child.js'
import { type Expected, type Latency, type Load, type Loaded, load } from './service/load.js'
import { loadLarge } from './service/loadLarge.js'
import { type Program, startProgram } from './service/program.js'
import { type RecordedAnswer, recordAnswer } from './service/recordAnswer.js'
import { measureRecovery } from './service/recovery.js'

const runs = 5
const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const announcements = 20_000
const boxCount = 10_000
const quietMs = 20_000
const isSoak = process.argv.includes('--soak')
const soakMinutes = Number(process.env.BENCH_SOAK_MINUTES ?? 60)
const mostMegabytes = 400
/** Delay of the program's event loop after each run. */
const lags: number[] = []

const owner = privateKeyToAccount(generatePrivateKey())
const payee = privateKeyToAccount(generatePrivateKey()).address
const cosigner = generatePrivateKey()
const json = { 'content-type': 'application/json' }

console.log(
  `service: the built program, ${announcements.toLocaleString('en')} announcements, both ends on this machine`,
)
console.log(`${cpus()[0]?.model} × ${cpus().length}, Node ${process.version}, ${runs} runs of ${seconds} s each\n`)
const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'holdfast-bench-'))
const chain = startChild(new URL('service/chain.ts', import.meta.url), [String(announcements)])
const bare = startChild(new URL('service/bareServer.ts', import.meta.url))
try {
  const { url: chainUrl, startBlock } = await chain.next<Required<ChainReply>>()
  const bareUrl = await bare.next<string>()
  const settings = { directory, chainUrl, startBlock, cosigner, relayer: generatePrivateKey() }
  if (isSoak) await soak(await startProgram(settings))
  else await measureAll(await measureStarts(() => startProgram(settings)), bareUrl)
} finally {
  await Promise.all([chain, bare].map((child) => child.stop()))
  await rm(directory, { recursive: true, force: true })
}

async function measureAll(program: Program, bareUrl: string): Promise<void> {
  console.log(
    `\n  ${''.padEnd(34)}${'requests/s (least to most)'.padStart(30)}${'bar'.padStart(8)}${'CPU'.padStart(10)}${'bare node:http'.padStart(26)}`,
  )
  for (const one of await describeCases(program)) await compare(one, program, bareUrl)
  await measureFlood(program)
  console.log(`  event loop late by                 ${spread(lags)} ms`)
  await endProgram(program)
  const { ours, noble } = await measureRecovery(4 * runs)
  console.log(
    `  recovery and hashing               ${spread(ours)} µs, bar 150; with noble ${spread(noble)} µs, ${(median(noble) / median(ours)).toFixed(1)}×`,
  )
  console.log()
}

/** Stops it, after reading its memory. */
async function endProgram(program: Program): Promise<void> {
  const { peak } = await program.usage()
  console.log(`  at most resident, all of this      ${megabytes(peak)}, bar ${mostMegabytes}`)
  if (isSoak && peak > mostMegabytes * 1e6) process.exitCode = 1
  await program.stop()
}

/**
 * Starts it once to read the chain, then once for each measurement with a saved index. The last one keeps running.
 */
async function measureStarts(start: () => Promise<Program>): Promise<Program> {
  const times: number[] = []
  let program = await start()
  for (let run = 0; run < runs; run++) {
    await program.stop()
    program = await start()
    times.push(program.readyMs)
  }
  console.log(`  ready with a saved index           ${spread(times)} ms, bar 3,000`)
  // Garbage of the start is collected once the program is idle.
  await sleep(quietMs)
  const { resident } = await program.usage()
  console.log(`  resident when idle                 ${megabytes(resident)}, bar 150`)
  return program
}

/** One kind of request, and the rate it must reach. */
type Case = Load & {
  name: string
  expected: Expected
  bar: number
  /** Number of requests in one unit of the bar. */
  requestsEach?: number
  /** Whether it needs the chain. */
  readsChain?: boolean
  ask?: typeof load | typeof loadLarge
}

async function describeCases({ url }: Program): Promise<readonly Case[]> {
  const target = { owner: owner.address, cosigner: privateKeyToAccount(cosigner).address, target: payee }
  const order: ChainOrder = { boxes: { ...target, count: boxCount } }
  const { boxes = [] } = await chain.ask<ChainReply>(order)
  let amount = 0
  const spend = (account: string | undefined) =>
    JSON.stringify({ phase: 'authorize', account, owner: owner.address, amount: String(++amount), action: 0 })
  const path = '/api/relay/gas'
  const body = JSON.stringify({ to: owner.address })
  const signed = {
    ...(await sign(path, body, { account: owner })),
    [API_REQUEST_HEADERS.address]: payee,
    ...json,
  }
  const compressed = { 'accept-encoding': 'br' }
  const large = { headers: compressed, expected: { status: 200 }, ask: loadLarge }
  const [page = '', ...rest] = await readPages(url)
  const etag = (await fetch(url + page, { headers: compressed })).headers.get('etag') ?? ''
  const approved = { status: 200, text: '"approved":true,"signature"' }
  const cosign = {
    paths: ['/api/cosign'],
    method: 'POST',
    headers: json,
    expected: approved,
    bar: 700,
    readsChain: true,
  } as const
  return [
    // First, since a signature is valid for two minutes.
    {
      name: 'POST signed by another, 401',
      paths: [path],
      method: 'POST',
      headers: signed,
      body: () => body,
      expected: { status: 401, text: 'signature_invalid' },
      bar: 4_000,
    },
    { name: 'GET health', paths: ['/api/health'], expected: { status: 200 }, bar: 10_000 },
    { name: 'GET cosign', paths: ['/api/cosign'], expected: { status: 200 }, bar: 10_000 },
    { ...cosign, name: 'POST cosign, a fresh amount', body: () => spend(boxes[0]) },
    { ...cosign, name: 'POST cosign, a fresh box', body: () => spend(boxes[amount % boxCount]) },
    { ...large, name: 'page of 1,000, brotli', paths: [page], bar: 1_500 },
    {
      name: 'page of 1,000, 304',
      paths: [page],
      headers: { ...compressed, 'if-none-match': etag },
      expected: { status: 304 },
      bar: 8_000,
    },
    {
      ...large,
      name: 'the whole list, page by page',
      paths: [page, ...rest],
      bar: 75,
      requestsEach: 1 + rest.length,
    },
  ]
}

/** Paths of the whole list. */
async function readPages(url: string): Promise<readonly string[]> {
  const paths: string[] = []
  let found = 0
  for (let fromBlock: string | null = '0'; fromBlock !== null; ) {
    const path = `/api/announcements?fromBlock=${fromBlock}`
    const page = (await (await fetch(url + path)).json()) as { announcements: unknown[]; nextBlock: string | null }
    if (page.announcements.length > 0) paths.push(path)
    found += page.announcements.length
    fromBlock = page.nextBlock
  }
  if (found !== announcements) throw new Error(`Expected ${announcements} announcements, got ${found}.`)
  return paths
}

/** Measures the program and a bare server in turn. */
async function compare(one: Case, program: Program, bareUrl: string): Promise<void> {
  const { name, bar, requestsEach = 1, expected, ask = load } = one
  const answers: Record<string, RecordedAnswer> = {}
  for (const path of one.paths) answers[path] = await recordAnswer(program.url + path, one)
  await bare.ask(answers)
  const ours: Measured[] = []
  const theirs: Measured[] = []
  await ask(program.url, one, { seconds: 1, expected })
  await ask(bareUrl, one, { seconds: 1, expected })
  const before = await chain.ask<Required<ChainReply>>({})
  for (let run = 0; run < runs; run++) {
    ours.push(await measured(program, () => ask(program.url, one, { seconds, expected })))
    lags.push(await program.lagMs())
    theirs.push(await measured(bare, () => ask(bareUrl, one, { seconds, expected })))
  }
  const after = await chain.ask<Required<ChainReply>>({})
  const each = (measures: readonly Measured[]) => median(measures.map(({ micros }) => micros * requestsEach))
  const rates = spread(ours.map(({ perSecond }) => perSecond / requestsEach))
  const bareRate = median(theirs.map(({ perSecond }) => perSecond / requestsEach))
  const beside = `${whole(bareRate)}/s, ${whole(each(theirs))} µs, ${(each(ours) / each(theirs)).toFixed(1)}×`
  console.log(
    `  ${name.padEnd(34)}${rates.padStart(30)}${whole(bar).padStart(8)}${`${whole(each(ours))} µs`.padStart(10)}${beside.padStart(26)}`,
  )
  const latencies = ours.flatMap(({ latency }) => latency ?? [])
  const latency = (part: keyof Latency) => whole(median(latencies.map((each) => each[part])))
  if (latencies.length > 0)
    console.log(
      `  ${''.padEnd(34)}half in ${latency('p50')} ms, 97.5 % in ${latency('p97_5')}, 99 % in ${latency('p99')}`,
    )
  if (!one.readsChain) return
  const requests = ours.reduce((sum, { requests }) => sum + requests, 0)
  console.log(
    `  ${''.padEnd(34)}${((after.calls - before.calls) / requests).toFixed(2)} calls to the chain each, bar 2`,
  )
}

/** Microseconds of processor time for one request, with the rate. */
type Measured = Loaded & { micros: number }

async function measured(child: Pick<Child, 'usage'>, work: () => Promise<Loaded>): Promise<Measured> {
  const before = await child.usage()
  const loaded = await work()
  const after = await child.usage()
  return { ...loaded, micros: (after.microseconds - before.microseconds) / loaded.requests }
}

/** One client sends as many requests as are answered, while another one floods from its own network. */
async function measureFlood({ url }: Program): Promise<void> {
  const from = (network: string) => ({ ...json, 'x-forwarded-for': network })
  const calm = { paths: ['/api/health'], headers: from('198.51.100.1') }
  const flood: Load = { paths: ['/api/investigate'], method: 'POST', headers: from('203.0.113.7'), body: () => '{}' }
  const shares: number[] = []
  for (let run = 0; run < runs; run++) {
    const alone = await load(url, calm, { seconds, connections: 10, expected: { status: 200 } })
    const flooding = load(url, flood, { seconds, connections: 50 })
    const besides = await load(url, calm, { seconds, connections: 10, expected: { status: 200 } })
    await flooding
    shares.push((100 * besides.perSecond) / alone.perSecond)
  }
  console.log(`  rate kept while another floods     ${spread(shares)} %, bar 90`)
}

/** Everything in turn for a number of minutes: memory must not grow after the first of them. */
async function soak(program: Program): Promise<void> {
  const cases = await describeCases(program)
  for (let minute = 1; minute <= soakMinutes; minute++) {
    const rates: number[] = []
    for (const { ask = load, ...one } of cases.slice(1)) {
      const { perSecond } = await ask(program.url, one, { seconds: 60 / (cases.length - 1), expected: one.expected })
      rates.push(perSecond)
    }
    const { resident } = await program.usage()
    const lag = whole(await program.lagMs())
    console.log(
      `  minute ${String(minute).padStart(4)}: ${rates.map(whole).join(', ')}/s, ${megabytes(resident)}, ${lag} ms late`,
    )
  }
  await endProgram(program)
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN
}

function spread(values: readonly number[]): string {
  return `${whole(median(values))} (${whole(Math.min(...values))} to ${whole(Math.max(...values))})`
}

function megabytes(bytes: number): string {
  return `${whole(bytes / 1e6)} MB`
}
