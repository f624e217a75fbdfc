import { primaryChain } from '@holdfast/sdk/chain'
import { check, evaluateRisk, type IDataProvider } from '@holdfast/sdk/risk'
import { createPublicClient, custom, type PublicClient } from 'viem'
import { generateCorpus, sizesOf } from '../../tools/corpus/generate.js'
import { type CorpusRiskInput, riskInputFromCorpus } from '../../tools/corpus/index.js'
import type { Seed } from '../../tools/corpus/stream.js'
import {
  CORPUS_FAULT_KINDS,
  CORPUS_SOURCES,
  type CorpusCase,
  type CorpusFaultKind,
  type CorpusQuery,
  type CorpusSource,
} from '../../tools/corpus/types.js'
import type { Bar } from './bars.js'
import { wilson } from './tally.js'

/**
 * Answers honest and poisoned queries alike with each source failing in each way, and counts how often the answer was
 * safe: by the engine alone, and by `check` over a provider that fails.
 */
export async function judgeFaults(seed: Seed): Promise<Bar[]> {
  const asked: Asked[] = []
  for (const one of generateCorpus({ seed, wallets: 60, sizes: sizesOf(few), mostPayees: 500 }))
    for (const query of one.queries) if (query.mode === undefined) asked.push({ one, query })

  let judged = 0
  let safe = 0
  for (const fault of faults()) {
    for (const { one, query } of asked) {
      const input = riskInputFromCorpus(one.wallet, one.events, { ...query, faults: [fault] })
      judged++
      if (evaluateRisk(input, new Date(query.time * 1_000)).level === 'safe') safe++
    }
  }
  const checked = await checkFaults(asked.filter(({ query }) => query.class === 'N11' || query.class === 'N1'))
  return [
    bar('answered safe with a source missing, evaluateRisk', safe, judged),
    bar('answered safe with a source missing, check', checked.safe, checked.judged, checked.fooled.join('; ')),
    {
      measure: 'the same payments with all sources healthy, check',
      bar: '> 0 safe',
      found: `${checked.healthy} of ${checked.asked}`,
      interval: '',
      reached: checked.healthy > 0,
      refuted: checked.healthy === 0,
    },
  ]
}

type Asked = { one: CorpusCase; query: CorpusQuery }
type Fault = { source: CorpusSource; kind: CorpusFaultKind }

const few = { standard: 10, other: 10, benign: 20, strangers: 20 }
const timeoutMs = 25

function* faults(): Generator<Fault> {
  for (const source of CORPUS_SOURCES) for (const kind of CORPUS_FAULT_KINDS) yield { source, kind }
}

/** Once over a provider with histories and once over one that only gives the three answers, each of its sources in turn. */
async function checkFaults(asked: readonly Asked[]) {
  const answer = async ({ one, query }: Asked, form: Form, fault?: Fault) => {
    const input = riskInputFromCorpus(one.wallet, one.events, query)
    const report = await check(input.sender, input.target, {
      provider: providerOf(input, form, fault),
      client: clientOf(input, fault),
      now: new Date(query.time * 1_000),
      contacts: input.contacts,
      own: input.own,
      timeoutMs: fault?.kind === 'timeout' ? timeoutMs : 20_000,
    })
    return report.level === 'safe'
  }
  const found = { healthy: 0, safe: 0, judged: 0, asked: 0, fooled: [] as string[] }
  for (const [form, sources] of Object.entries(forms) as [Form, readonly CorpusSource[]][]) {
    const count = async (fault?: Fault) =>
      (await Promise.all(asked.map((one) => answer(one, form, fault)))).filter(Boolean).length
    found.healthy += await count()
    found.asked += asked.length
    for (const fault of faults()) {
      if (!sources.includes(fault.source)) continue
      const safe = await count(fault)
      found.safe += safe
      found.judged += asked.length
      if (safe > 0) found.fooled.push(`${form}, ${fault.source} ${fault.kind}`)
    }
  }
  return found
}

/** What a provider can be asked for: histories, or the three answers that every provider gives. */
const forms = {
  history: ['history', 'activity', 'verifiedRecipient'],
  answers: ['counterparties', 'activity', 'zeroValueTransfers', 'verifiedRecipient'],
} as const satisfies Record<string, readonly CorpusSource[]>
type Form = keyof typeof forms

const head = 53_757_000n

/** A provider that returns what the corpus holds, except for one source. */
function providerOf(input: CorpusRiskInput, form: Form, fault: Fault | undefined): IDataProvider {
  const { counterparties, activity, zeroValueTransfers, history } = input
  const tell = async <answer>(source: CorpusSource, whole: answer, cut?: answer): Promise<answer> => {
    if (fault?.source !== source) return whole
    if (fault.kind === 'timeout') return new Promise(() => {})
    // Cast, since the source under test returns a value of the wrong type.
    if (fault.kind === 'malformed') return '<html>' as answer
    const isCut = !['429', '500'].includes(fault.kind)
    if (isCut && cut !== undefined) return cut
    throw new Error(`The source answered ${fault.kind}.`)
  }
  const scan = counterparties ?? { counterparties: [], complete: false }
  const records = history ?? { sender: input.sender, records: [], complete: false }
  const reading = (toBlock: bigint) => ({ ...records, extents: [{ chainId: primaryChain.id, fromBlock: 0n, toBlock }] })
  // A lagging source does not know that it lags: it reports how far it is, and calls that complete.
  const cut = fault?.kind === 'behind-head' ? reading(head - 21n) : { ...reading(head), complete: false }
  return {
    getOutgoingCounterparties: () => tell('counterparties', scan, { ...scan, complete: false }),
    getAddressActivity: () => tell('activity', activity ?? { transactionCount: 0, firstSeenAt: null }),
    countZeroValueTransfers: () => tell('zeroValueTransfers', zeroValueTransfers ?? 0),
    ...(form === 'history' ? { getHistory: () => tell('history', reading(head), cut) } : {}),
  }
}

/** A node that knows who is verified, or does not answer. */
function clientOf({ verifiedRecipient }: CorpusRiskInput, fault: Fault | undefined): PublicClient {
  const request = async ({ method }: { method: string }) => {
    if (fault?.source === 'verifiedRecipient') {
      if (fault.kind === 'timeout') return new Promise(() => {})
      if (fault.kind === 'malformed') return '<html>'
      throw Object.assign(new Error(`The node answered ${fault.kind}.`), { code: -32_603 })
    }
    if (method === 'eth_chainId') return `0x${primaryChain.id.toString(16)}`
    if (method === 'eth_blockNumber') return `0x${head.toString(16)}`
    if (method === 'eth_getCode') return '0x'
    return `0x${verifiedRecipient ? '1'.padStart(64, '0') : '0'.repeat(64)}`
  }
  return createPublicClient({ chain: primaryChain, transport: custom({ request }, { retryCount: 0 }) })
}

function bar(measure: string, hits: number, of: number, caution = ''): Bar {
  const interval = `0–${wilson(hits, of)[1].toExponential(1)}`
  return {
    measure,
    bar: '0',
    found: `${hits} of ${of.toLocaleString('en')}`,
    interval,
    reached: hits === 0,
    refuted: hits > 0,
    caution,
  }
}
