/**
 * What a guard RPC adds to the node behind it: the 99th percentile of a call that it only forwards, and of a payment that it judges by
 * a history that is ready, each minus the same call to the bare node, at 32 connections and in turn. It is the median of the rounds, so
 * that no pause of the machine decides. And the guard's processor time for a call, which other load changes less. Node, guard and
 * clients are three processes on this machine. Then how long the first verdict takes on an account that the guard has not seen before.
 * Exits with 1 where a bar is missed.
 *
 * With `--soak`, run by `npm run soak`: 100,000 mixed calls, or `BENCH_SOAK_CALLS`, while the node limits its rate, resets and answers
 * late. Exits with 1 when one was lost, doubled, out of order or answered wrongly, when a payment to an imitation was not refused or
 * reached the node, or the guard's memory grew: what is still alive after a collection may
 * not rise with the calls, by the line that fits the last seven tenths of the run best.
 */
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { mixedCalls } from '@holdfast/testkit/mixedCalls'
import { scriptedHistory } from '@holdfast/testkit/scriptedHistory'
import { Pool } from 'undici'
import { numberToHex } from 'viem'
import type { NodeReport } from './guard/node.js'
import type { PastChain } from './guard/pastChain.js'
import { type Child, startChild } from './service/child.js'

const connections = 32
const rounds = 12
/** Until the programs are compiled. */
const warmUps = 4
const roundMs = Number(process.env.BENCH_SECONDS ?? 1) * 1_000
const soakCalls = Number(process.env.BENCH_SOAK_CALLS ?? 100_000)
const mostMegabytes = 400
/** Share of the messages to the node that fail; a batch fails as a whole. */
const soakFaults = 0.05
/** Of the first verdict on an account with up to 2,000 payments. */
const firstSightMs = 2_000
const firstSights = 5
const sampleCount = 20
/** Of living memory, for each call. A kept request would be hundreds of bytes. */
const mostBytesPerCall = 30

const node = startChild(new URL('guard/node.ts', import.meta.url))
const nodeUrl = await node.next<string>()
const execArgv = [...process.execArgv, '--expose-gc']
const guard = startChild(new URL('guard/guard.ts', import.meta.url), [nodeUrl], { execArgv })
const guardUrl = await guard.next<string>()
const load = loadavg().map((one) => one.toFixed(1))
console.log(`guard: ${cpus()[0]?.model} × ${cpus().length}, Node ${process.version}, load ${load.join(', ')}\n`)
try {
  if (process.argv.includes('--soak')) await soak()
  else {
    await measureAdded()
    await measureFirstSight()
  }
} finally {
  await Promise.all([guard, node].map((child: Child) => child.stop()))
}

async function measureAdded(): Promise<void> {
  const { payer, genuine } = scriptedHistory
  let mark = 0
  const balance = () => ['eth_getBalance', [numberToHex(++mark, { size: 20 }), 'latest']] as const
  const known = () => ['eth_estimateGas', [{ from: payer, to: genuine, value: numberToHex(1_000) }]] as const
  const fresh = () => ['eth_estimateGas', [{ from: payer, to: genuine, value: numberToHex(++mark) }]] as const
  console.log(
    `  ${`p99 at ${connections} connections, ms`.padEnd(44)}${'bare'.padStart(9)}${'guarded'.padStart(9)}${'added'.padStart(9)}${'bar'.padStart(6)}${'processor'.padStart(11)}`,
  )
  const cases = [
    // Calls a second over all connections: 400, and 80 with different payments.
    ['forwarded only', balance, 80, 1],
    ['a payment whose verdict is kept', known, 80, 5],
    ['a payment that is checked, history ready', fresh, 400, 5],
  ] as const
  for (const [name, make, intervalMs, bar] of cases) {
    const [bare, guarded]: [number[], number[]] = [[], []]
    const [added, processor]: [number[], number[]] = [[], []]
    // In turn, so that whatever the machine does meanwhile meets both.
    for (let round = -warmUps; round < rounds; round++) {
      const one = await time(nodeUrl, make, intervalMs)
      const begin = (await guard.usage()).microseconds
      const other = await time(guardUrl, make, intervalMs)
      const used = (await guard.usage()).microseconds - begin
      if (round < 0) continue
      added.push(percentile(other) - percentile(one))
      processor.push(used / 1_000 / other.length)
      bare.push(...one)
      guarded.push(...other)
    }
    const typical = percentile(added, 0.5)
    const cell = (value: number) => value.toFixed(2).padStart(9)
    if (typical > bar) miss(`${name}: ${typical.toFixed(2)} ms added, bar ${bar}`)
    console.log(
      `  ${name.padEnd(44)}${cell(percentile(bare))}${cell(percentile(guarded))}${cell(typical)}${String(bar).padStart(6)}${percentile(processor, 0.5).toFixed(2).padStart(11)}`,
    )
  }
}

/** Each time with a guard that has just been started. An answer without a verdict misses the bar, however fast it is. */
async function measureFirstSight(): Promise<void> {
  const { payer, imitation } = scriptedHistory
  const chain = startChild(new URL('guard/pastChain.ts', import.meta.url))
  const past = JSON.stringify(await chain.next<PastChain>())
  const times: number[] = []
  for (let round = 0; round < firstSights; round++) {
    const fresh = startChild(new URL('guard/freshGuard.ts', import.meta.url), [past])
    const url = await fresh.next<string>()
    const call = { from: payer, to: imitation, value: numberToHex(1_000) }
    const begin = performance.now()
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_estimateGas', params: [call] }),
    })
    const text = await answer.text()
    times.push(performance.now() - begin)
    if (!text.includes('Not the same.')) miss(`first sight of an account: no verdict, but ${text}`)
    await fresh.stop()
  }
  await chain.stop()
  const ms = (value: number | undefined) => `${value?.toFixed(0)} ms`
  const sorted = times.sort((a, b) => a - b)
  console.log(
    `\n  first verdict on an account with 2,000 payments, node 20 ms and explorer 100 ms away: median ${ms(sorted[firstSights >> 1])}, slowest of ${firstSights} ${ms(sorted.at(-1))}, bar ${ms(firstSightMs)}`,
  )
  if ((sorted.at(-1) ?? 0) > firstSightMs) miss('first sight of an account: too late')
}

function miss(what: string): void {
  console.error(`✗ ${what}`)
  process.exitCode = 1
}

/** Milliseconds of each call: each connection sends at its own fixed rate. */
async function time(
  url: string,
  make: () => readonly [string, readonly unknown[]],
  intervalMs: number,
): Promise<number[]> {
  const times: number[] = []
  const { origin } = new URL(url)
  const start = performance.now()
  const end = start + roundMs
  const pool = new Pool(origin, { connections })
  const work = async (index: number) => {
    const first = start + (index / connections) * intervalMs
    // By the clock: timers come up to a millisecond late, and connections that drift send in bunches.
    for (let turn = 0; first + turn * intervalMs < end; turn++) {
      await sleep(Math.max(0, first + turn * intervalMs - performance.now()))
      const [method, params] = make()
      const begin = performance.now()
      const { body } = await pool.request({
        path: '/',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      const answer = (await body.json()) as { result?: unknown; error?: { message: string } }
      const took = performance.now() - begin
      if (answer.result === undefined) throw new Error(answer.error?.message)
      times.push(took)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => work(index)))
  await pool.close()
  return times
}

function percentile(times: number[], share = 0.99): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN
}

async function soak(): Promise<void> {
  const { payer, genuine, imitation } = scriptedHistory
  const pay = (to: string) => (mark: number) =>
    ({ method: 'eth_sendTransaction', params: [{ from: payer, to, value: numberToHex(mark) }] }) as const
  await node.ask({ faults: soakFaults })
  const samples: { calls: number; alive: number }[] = []
  let isAsking = false
  const { problems, refusedMarks, resultMarks, ...tally } = await mixedCalls(guardUrl, {
    calls: soakCalls,
    connections,
    random: Math.random,
    refused: pay(imitation),
    passed: pay(genuine),
    onProgress: async (calls) => {
      if (isAsking || calls < ((samples.length + 1) * soakCalls) / sampleCount) return
      isAsking = true
      samples.push({ calls, alive: await guard.ask<number>('alive') })
      isAsking = false
    },
  })
  const { seen, repeated, disordered } = await node.ask<NodeReport>('report')
  const { peak } = await guard.usage()
  // One-time allocations end within the first three tenths.
  const settled = samples.filter(({ calls }) => calls >= soakCalls * 0.3)
  const slope = slopeOf(settled)
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  console.log(
    `  ${JSON.stringify(tally)}; the node saw ${seen.length} marks, ${repeated} of them twice, ${disordered} batches out of order`,
  )
  console.log(`  alive after a collection: ${samples.map(({ alive }) => megabytes(alive)).join(', ')}`)
  console.log(
    `  ${slope.toFixed(1)} bytes more for each call, bar ${mostBytesPerCall}; resident at most ${megabytes(peak)}, bar ${mostMegabytes} MB`,
  )
  const atNode = new Set(seen)
  const wrong = [
    ...problems,
    ...refusedMarks.filter((mark) => atNode.has(mark)).map((mark) => `the refused payment ${mark} reached the node`),
    ...resultMarks
      .filter((mark) => !atNode.has(mark))
      .map((mark) => `call ${mark} has a result that the node did not give`),
    ...countsOf(tally, refusedMarks.length),
  ]
  for (const problem of wrong.slice(0, 20)) console.error(`✗ ${problem}`)
  const isFlat = settled.length >= sampleCount / 2 && slope < mostBytesPerCall && peak < mostMegabytes * 1e6
  if (!isFlat) console.error('✗ memory is not flat')
  if (wrong.length > 0 || repeated > 0 || disordered > 0 || !isFlat) process.exitCode = 1
}

/** What is wrong with how often each answer came. Chance decides which calls are refused, and which messages fail. */
function countsOf({ calls, results, refusals, failures }: Tally, expected: number): readonly string[] {
  const checks: readonly (readonly [boolean, string])[] = [
    [refusals === expected, `${refusals} refusals, ${expected} payments to an imitation`],
    [results + refusals + failures === calls, `${results + refusals + failures} answers to ${calls} calls`],
    // 4 in 100 calls pay an imitation, 2 of 3 faults are failures.
    [refusals > calls * 0.02 && refusals < calls * 0.06, `${refusals} refusals are not near 4 % of ${calls} calls`],
    [failures > 0 && failures < calls * soakFaults, `${failures} failures are too few or too many for ${calls} calls`],
  ]
  return checks.flatMap(([isRight, what]) => (isRight ? [] : [what]))
}

type Tally = { calls: number; results: number; refusals: number; failures: number }

/** Of the line with the least squares of distances. */
function slopeOf(samples: readonly { calls: number; alive: number }[]): number {
  const mean = (of: (one: { calls: number; alive: number }) => number) =>
    samples.reduce((sum, one) => sum + of(one), 0) / samples.length
  const [calls, alive] = [mean((one) => one.calls), mean((one) => one.alive)]
  const covariance = mean((one) => (one.calls - calls) * (one.alive - alive))
  return covariance / mean((one) => (one.calls - calls) ** 2)
}
