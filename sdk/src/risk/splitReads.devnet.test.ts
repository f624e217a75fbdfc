import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { tiered } from '@holdfast/testkit/tier'
import { createPublicClient, custom, erc20Abi, parseUnits } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CachingDataProvider } from './CachingDataProvider.js'
import { check } from './check.js'
import { ExplorerDataProvider } from './ExplorerDataProvider.js'
import { maxHistoryLagBlocks } from './internal/lag.js'

/**
 * A check reads many lists, and a block may be mined between any two of them. Here each holds a payment of the payer: one before
 * each request, in several orders of answering.
 */

let stage: TestStage
let payee: Actor

beforeAll(async () => {
  stage = await setTestStage({ blockTimeMs: 60_000 })
  payee = await actor()
})
afterEach(() => stage.devnet.faults.clear())
afterAll(() => stage?.stop())

async function actor() {
  const made = stage.actor()
  const { primary } = stage.devnet
  const mining = setInterval(() => primary.mine(), 20)
  return made.finally(() => clearInterval(mining))
}

/** By turns the two ways to pay in the chain's coin. */
async function pay({ walletClient }: Actor, turn: number): Promise<void> {
  const { account, chain } = walletClient
  if (!account) throw new Error('An account is needed.')
  const common = { account, chain: chain ?? null }
  const hash =
    turn % 2 === 0
      ? await walletClient.sendTransaction({ ...common, to: payee.address, value: parseUnits('1', 18) })
      : await walletClient.writeContract({
          ...common,
          address: stage.devnet.primary.usdc,
          abi: erc20Abi,
          functionName: 'transfer',
          args: [payee.address, 1_000_000n],
        })
  await stage.devnet.primary.mine()
  const { status } = await stage.publicClient.getTransactionReceipt({ hash })
  expect(status).toBe('success')
}

type Source = 'explorer' | 'node'
type Waiting = { source: Source; run: () => Promise<unknown> }

/** Which of the requests that wait is answered next. */
const orders = {
  'in the order of asking': () => 0,
  'the last one first': (waiting) => waiting.length - 1,
  'the explorer first': (waiting) => first(waiting, 'explorer'),
  'the node first': (waiting) => first(waiting, 'node'),
} satisfies Record<string, (waiting: readonly Waiting[]) => number>

function first(waiting: readonly Waiting[], wanted: Source): number {
  return Math.max(
    0,
    waiting.findIndex(({ source }) => source === wanted),
  )
}

/** The shorter form has the one in which the node knows most that the explorer has not listed. */
const tried = tiered(['the explorer first'] as const, Object.keys(orders) as (keyof typeof orders)[])

/** Answers one request at a time, and does something before each. */
function oneByOne(pick: (waiting: readonly Waiting[]) => number, before: () => Promise<void>) {
  const waiting: Waiting[] = []
  let isAnswering = false
  const answer = async () => {
    if (isAnswering) return
    isAnswering = true
    while (waiting.length > 0) {
      // By then all requests of the same moment wait.
      await new Promise(setImmediate)
      const [next] = waiting.splice(pick(waiting), 1)
      await before()
      await next?.run()
    }
    isAnswering = false
  }
  return <answer>(source: Source, request: () => Promise<answer>) =>
    new Promise<answer>((resolve, reject) => {
      waiting.push({ source, run: () => request().then(resolve, reject) })
      void answer()
    })
}

const hosts = {
  Blockscout: { kind: 'blockscout', rules: [], unreadable: [] },
  'Blockscout without its Etherscan-like lists': {
    kind: 'blockscout',
    rules: [{ kind: 'forbidden', match: '/api/account/*', times: null }],
    // The first use of an address is in no other list.
    unreadable: ['activity'],
  },
  'an Etherscan-like host': { kind: 'etherscan', rules: [], unreadable: [] },
} as const

describe.each(Object.keys(hosts) as (keyof typeof hosts)[])('%s', (host) => {
  describe.each(['new', 'known', 'kept'] as const)('a payer who is %s', (state) => {
    test.each(tried)('a payment before each request: %s', async (order) => {
      const { kind, rules, unreadable } = hosts[host]
      const { primary } = stage.devnet
      stage.devnet.faults.set({ explorer: { rules } })
      const payer = await actor()
      if (state !== 'new') await pay(payer, 0)
      await primary.mine(40)
      let left = 0
      const ask = oneByOne(orders[order], async () => {
        if (left > 0) await pay(payer, left--)
      })
      const client = createPublicClient({
        chain: stage.publicClient.chain,
        transport: custom({ request: (body) => ask('node', () => stage.publicClient.request(body as never)) }),
      })
      const fetchFn: typeof fetch = (input, init) => ask('explorer', () => fetch(input, init))
      const apiUrl = kind === 'etherscan' ? primary.explorerApi.replace(/\/v2$/, '') : primary.explorerApi
      const provider = new CachingDataProvider(
        new ExplorerDataProvider({ client, fetchFn, kind, apiUrl, chainId: primary.chainId, timeoutMs: 60_000 }),
      )
      if (state === 'kept') expect(await provider.prepare(payer.address)).toBeDefined()
      left = maxHistoryLagBlocks
      const history = await provider.getHistory?.(payer.address, { target: payee.address })
      expect(history).toMatchObject({ complete: true })
      left = maxHistoryLagBlocks
      const report = await check(payer.address, payee.address, {
        client,
        provider,
        contractAddress: primary.contracts.transferContract,
        timeoutMs: 60_000,
      })
      const unread = report.reasons.flatMap(({ sources }) => sources ?? [])
      expect(unread).toEqual(unreadable)
      expect(left).toBeLessThan(maxHistoryLagBlocks - 5)
    })
  })
})
