import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { primaryChain } from '@holdfast/sdk/chain'
import { prepareHistory, RpcDataProvider, type RpcHistorySnapshot } from '@holdfast/sdk/risk'
import { createPublicClient, type Hex, http } from 'viem'
import { Stream } from '../../tools/corpus/stream.js'
import { BLOCKS, FIRST_BLOCK } from '../logSetting.js'
import { toMarkdown } from '../markdown.js'

/** One call, and what is known after it. */
type ColdStep = {
  step: string
  ms: number
  requests: number
  /** What the call gave: absent for a sync, which gives no history. */
  found?: { payees: number; complete: boolean }
}

/** The first preparation of a sender, from a node alone. */
export type Cold = {
  payees: number
  latencyMs: number
  steps: ColdStep[]
  /** Queries after resuming, of blocks that the snapshot covers. */
  readAgain: number
  /** Queries of the batch that was being read when the sync was stopped, and that were asked once more. */
  lost: number
}

const sender = new Stream(1n, 'cold/sender').address()

/**
 * Prepares a sender of whom nothing is known, once in one go, and once stopped after half the requests and continued by
 * another provider from the snapshot.
 */
export async function measureCold(payees: number, latencyMs = 20): Promise<Cold> {
  const { url, stop } = await startEndpoint(payees, latencyMs)
  try {
    const steps: ColdStep[] = []
    const whole = open(url, steps)
    await whole.read('getHistory, nothing synced')
    const { requests } = await whole.sync('sync, in one go')
    await whole.read('getHistory, synced', 'prepareHistory')

    const first = open(url, steps)
    const stopped = await first.sync('sync, stopped half way', requests / 2)
    await first.read('getHistory, half synced')
    const snapshot = structuredClone(first.snapshot())
    const second = open(url, steps, snapshot)
    const resumed = await second.sync('sync, resumed from the snapshot')
    await second.read('getHistory, synced')

    const covered = snapshot?.completeToBlock ?? 0n
    const before = new Set(stopped.queries.map(keyOf))
    return {
      payees,
      latencyMs,
      steps,
      readAgain: resumed.queries.filter(({ fromBlock }) => BigInt(fromBlock) <= covered).length,
      lost: resumed.queries.filter((query) => before.has(keyOf(query))).length,
    }
  } finally {
    stop()
  }
}

/** What was measured, as a sentence and a table. */
export function printCold({ payees, latencyMs, steps, readAgain, lost }: Cold): string[] {
  const many = (value: number) => value.toLocaleString('en')
  const rows = steps.map(({ step, ms, requests, found }) => [
    step,
    ms < 1_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1_000).toFixed(2)} s`,
    many(requests),
    found ? many(found.payees) : '',
    found ? `${found.complete}` : '',
  ])
  return [
    `Cold preparation of ${many(payees)} payees by \`RpcDataProvider\`: ${many(BLOCKS)} blocks, ${latencyMs} ms per request, ` +
      'at most 10,000 blocks per query, 8 requests at a time.',
    '',
    toMarkdown([['call', 'time', 'requests', 'payees', '`complete`'], ...rows]),
    '',
    `Of the queries after resuming, ${readAgain} were of blocks that the snapshot covers; ${lost} belonged to the batch that ` +
      'the stop had cut short.',
  ]
}

/** A provider whose calls are timed and whose requests are counted. */
function open(url: string, steps: ColdStep[], snapshot?: RpcHistorySnapshot) {
  let asked: Asked[] = []
  let onAsked = () => {}
  const fetchFn: typeof fetch = (input, init) => {
    asked.push(JSON.parse(String(init?.body)))
    onAsked()
    return fetch(input, init)
  }
  const client = createPublicClient({ chain: primaryChain, transport: http(url, { fetchFn }) })
  const resume = snapshot ? [snapshot] : []
  const provider = new RpcDataProvider({ client, fromBlock: BigInt(FIRST_BLOCK), resume })

  return {
    snapshot: () => provider.snapshot(sender),

    /** Stops after `limit` requests. */
    async sync(step: string, limit = Number.POSITIVE_INFINITY) {
      asked = []
      const controller = new AbortController()
      const enough = new Error('enough')
      onAsked = () => asked.length >= limit && controller.abort(enough)
      const start = performance.now()
      await provider.sync(sender, { signal: controller.signal }).catch((error) => {
        if (error !== enough) throw error
      })
      const requests = asked.length
      steps.push({ step, ms: performance.now() - start, requests })
      onAsked = () => {}
      return {
        requests,
        queries: asked.filter(({ method }) => method === 'eth_getLogs').map(({ params }) => params[0]),
      }
    },

    /** Counts the payees; under a name of its own, the preparation is a step, too. */
    async read(step: string, preparation?: string) {
      asked = []
      const start = performance.now()
      const history = await provider.getHistory(sender)
      const read = performance.now()
      const prepared = prepareHistory(history)
      const ms = performance.now() - read
      // The sender itself is known, too.
      const found = { payees: prepared.size - 1, complete: prepared.complete }
      steps.push({ step, ms: read - start, requests: asked.length, found })
      if (preparation) steps.push({ step: preparation, ms, requests: 0, found })
    },
  }
}

type Query = { fromBlock: Hex; topics: unknown }
type Asked = { method: string; params: [Query] }

function keyOf({ fromBlock, topics }: Query): string {
  return JSON.stringify([fromBlock, topics])
}

async function startEndpoint(payees: number, latencyMs: number): Promise<{ url: string; stop: () => void }> {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      '--conditions=@holdfast/source',
      '--import=tsx',
      fileURLToPath(new URL('coldEndpoint.ts', import.meta.url)),
      sender,
      String(payees),
      String(latencyMs),
    ],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (line) => resolve(String(line).trim()))
    child.once('exit', (code) => reject(new Error(`The endpoint ended with status ${code}.`)))
  })
  return { url, stop: () => child.kill() }
}
