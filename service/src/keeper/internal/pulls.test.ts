import { encodeBoxCode, predictBoxAddress, spendPolicyAccountAbi } from '@holdfast/contracts'
import { PRIMARY_CHAIN_ID, requireDeployment, viemChainFor } from '@holdfast/sdk/chain'
import type { ServiceError } from '@holdfast/sdk/errors'
import {
  type Address,
  createClient,
  custom,
  decodeFunctionData,
  encodeFunctionData,
  encodeFunctionResult,
  type Hex,
  numberToHex,
} from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { stores } from '../../../test/stores.js'
import { acquireLease } from '../../store/lease.js'
import type { Store } from '../../store/Store.js'
import {
  KeeperFeeError,
  KeeperFundsError,
  KeeperKeyError,
  KeeperLimitError,
  KeyStoppedError,
  TransactionOpenError,
} from '../KeeperErrors.js'
import { budgetsOf, newJobId, type Purpose } from './budgets.js'
import { chainTime, type KeeperRound, wouldSucceed, write } from './KeeperRound.js'
import { pullDue, pullFrom } from './pullDue.js'
import { readBoxes } from './readBoxes.js'
import { addTasks, NEVER, postpone, readDue, removeTasks, reschedule } from './tasks.js'

/** Which boxes are pulled from, when, and for how much, on a chain in memory. */

const chainId = PRIMARY_CHAIN_ID
const deployment = requireDeployment(chainId)
const { usdc, spendPolicyFactory: factory, spendPolicyAccountImpl: implementation } = deployment
const cosigner: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
const target: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const word = (value: bigint | number | Hex) => BigInt(value).toString(16).padStart(64, '0')
const hash = (byte: string): Hex => `0x${byte.repeat(32)}`
const day = 86_400
/** Noon of a day. */
const noon = 20_000 * day + day / 2

type Box = {
  mode: 0 | 1
  cosigner: Address
  maxAmount: bigint
  perPullMax: bigint
  expiry: number
  spent: bigint
  lastPull: number
  balance: bigint
  isForeign: boolean
}
let box: Box
let account: Address
let time: number
let reverts: boolean

const sqlite = stores('sqlite')
let store: Store
let round: KeeperRound
/** What the outbox was asked for. */
let priced: Purpose[]
let sent: { data: Hex; to: Address; purpose: Purpose }[]
let price: { cost: bigint; left: bigint }
let receipt: { status: string } | undefined
let answer: { approved: boolean; signature?: Hex; code?: string }
let asked: object[]
let logged: string[]
/** What the lines say besides. */
let details: (object | undefined)[]

const terms = () => ({
  ownerHash: hash('01'),
  salt: hash('02'),
  policy: {
    token: usdc,
    cosigner: box.cosigner,
    vaultHash: hash('03'),
    target,
    maxAmount: box.maxAmount,
    perPullMax: box.perPullMax,
    expiry: box.expiry,
    interval: box.mode === 1 ? 3_600 : 0,
    mode: box.mode,
  },
})
/** The address of a box follows from its terms. */
const addressOf = () => predictBoxAddress({ address: factory, implementation }, terms())

const request = async ({ method, params = [] }: { method: string; params?: unknown }): Promise<unknown> => {
  if (method === 'eth_chainId') return numberToHex(chainId)
  if (method === 'eth_getBlockByNumber') {
    expect(params).toEqual(['latest', false])
    return { number: '0x1', timestamp: numberToHex(time), transactions: [] }
  }
  if (method !== 'eth_call') throw new Error(`unexpected ${method}`)
  expect((params as unknown[])[1]).toBe('latest')
  if (reverts) throw Object.assign(new Error('execution reverted'), { code: 3 })
  const { policy, ...made } = terms()
  const fields = [usdc, policy.cosigner, policy.vaultHash, target, policy.maxAmount, policy.perPullMax]
  const numbers = [policy.expiry, policy.interval, policy.mode]
  const [{ to, data }] = params as [{ to?: Address; data: Hex }]
  if (to === usdc) return `0x${word(box.balance)}`
  if (to === account) {
    const { functionName } = decodeFunctionData({ abi: spendPolicyAccountAbi, data })
    if (functionName === 'lastPull') return `0x${word(box.lastPull)}`
    if (functionName !== 'policy') throw new Error(`unexpected ${functionName}`)
    const result = [made.ownerHash, policy] as const
    return encodeFunctionResult({ abi: spendPolicyAccountAbi, functionName, result })
  }
  const code = box.isForeign ? '0x6001' : encodeBoxCode(implementation, terms())
  const head = [chainId, 60_000_000, time, 30_000_000, code.length / 2 - 1].map(word).join('')
  // Policy, then spent, nonce, nonce of sweeps and last pull, each behind whether the call succeeded.
  const state = [1, made.ownerHash, ...fields, ...numbers, 1, box.spent, 1, 7, 1, 0, 1, box.lastPull].map(word).join('')
  return `0x${head}${code.slice(2).padEnd(576, '0')}${state}`
}

beforeEach(async () => {
  box = {
    mode: 1,
    cosigner,
    maxAmount: 100n,
    perPullMax: 10n,
    expiry: noon + 10 * day,
    spent: 0n,
    lastPull: 0,
    balance: 100n,
    isForeign: false,
  }
  account = addressOf()
  time = noon
  reverts = false
  priced = []
  sent = []
  price = { cost: 9n, left: 9n }
  receipt = { status: 'success' }
  answer = { approved: true, signature: '0x12' }
  asked = []
  logged = []
  details = []
  store = await sqlite.open()
  const lease = await acquireLease(store, 'keeper', 'test', 60_000, 0)
  round = {
    chain: {
      id: chainId,
      deployment,
      client: createClient({ chain: viemChainFor(chainId), transport: custom({ request }, { retryCount: 0 }) }),
    },
    store,
    outbox: {
      price: async (gas: bigint, purpose: Purpose) => {
        expect(gas).toBe(90_000n)
        priced.push(purpose)
        return price
      },
      send: async ({ to, data, value }: { to: Address; data: Hex; value: bigint }, purpose: Purpose) => {
        expect(value).toBe(0n)
        sent.push({ to, data, purpose })
        return receipt
      },
    },
    key: () => ({ store, lease, chainId, sender: cosigner, now: () => 0 }),
    log: {
      info(message: string, more?: object) {
        logged.push(message)
        details.push(more)
      },
    },
    metrics: { count: (name: string, labels: object) => logged.push(`${name} ${JSON.stringify(labels)}`) },
    now: () => 0,
    signal: new AbortController().signal,
    // Nothing else of a round is used here.
  } as unknown as KeeperRound
})

const signer = {
  address: cosigner,
  authorize: async (spend: object) => {
    asked.push(spend)
    return answer as never // As a co-signer answers.
  },
}
const pull = (over: Partial<Box> = {}, isOwn = false) => {
  Object.assign(box, over)
  account = addressOf()
  return pullFrom(round, signer, account, { chainNow: time, isOwn })
}
const pulls = (amount: bigint) =>
  encodeFunctionData({ abi: spendPolicyAccountAbi, functionName: 'pull', args: [amount, '0x12'] })
const ownerHash = hash('01')

describe('pullFrom', () => {
  test('default: the cap of one pull, with the signature of the co-signer', async () => {
    expect(await pull()).toEqual({ kind: 'paid', dueAt: (noon + 3_600) * 1_000 })
    expect(sent).toEqual([{ to: account, data: pulls(10n), purpose: { kind: 'pull', ownerHash } }])
    expect(priced).toEqual([{ kind: 'pull', ownerHash }])
    const spend = { account, amount: 10n, action: 1, chainId, now: noon, target, nonce: 7n, remaining: 100n }
    expect(asked).toEqual([{ ...spend, expiry: box.expiry }])
  })

  test.each<[string, Partial<Box>, object]>([
    ['a box that pays', { mode: 0, perPullMax: 0n }, { kind: 'over', dueAt: NEVER }],
    ['a contract that is not a box', { isForeign: true }, { kind: 'over', dueAt: NEVER }],
    ['all is spent', { spent: 100n }, { kind: 'over', dueAt: NEVER }],
    ['no price for a pull', { perPullMax: 0n }, { kind: 'over', dueAt: NEVER }],
    ['expired', { expiry: noon - 1 }, { kind: 'over', dueAt: NEVER }],
    ['another co-signer', { cosigner: target }, { kind: 'later' }],
    ['a second too soon', { lastPull: noon - 3_599 }, { kind: 'not_yet', dueAt: (noon + 1) * 1_000 }],
    ['too little in it', { balance: 9n }, { kind: 'later' }],
  ])('%s: nothing is asked of the co-signer', async (_, over, outcome) => {
    expect(await pull(over)).toEqual(outcome)
    expect([asked, sent]).toEqual([[], []])
  })

  test.each<[string, Partial<Box>, bigint, Purpose['kind']]>([
    ['in the second of the expiry', { expiry: noon }, 10n, 'pull'],
    ['after the interval, on the same day', { lastPull: noon - 3_600 }, 10n, 'again'],
    ['on the next day', { lastPull: noon - day }, 10n, 'pull'],
    ['as much as it holds', { balance: 10n }, 10n, 'pull'],
    ['what is left', { spent: 90n, perPullMax: 11n }, 10n, 'pull'],
  ])('%s', async (_, over, amount, kind) => {
    expect(await pull(over)).toMatchObject({ kind: 'paid' })
    expect(sent).toEqual([{ to: account, data: pulls(amount), purpose: { kind, ownerHash } }])
  })

  test('the box that pays the keeper counts against its own limit', async () => {
    await pull({ lastPull: noon - 3_600 }, true)
    expect(sent.map(({ purpose }) => purpose)).toEqual([{ kind: 'refill' }])
  })

  test('only what is worth more than its gas, and within what is left of the day', async () => {
    price = { cost: 10n, left: 100n }
    expect(await pull()).toEqual({ kind: 'later' })
    price = { cost: 9n, left: 8n }
    expect(await pull()).toEqual({ kind: 'not_yet', dueAt: (noon + day / 2) * 1_000 })
    expect(asked).toEqual([])
    expect([logged, details]).toEqual([['a daily limit of pulls is used up'], [{ chain: chainId }]])
  })

  test.each([
    ['risk_unavailable', { kind: 'not_yet', dueAt: (noon + 60) * 1_000 }],
    ['simulation_unavailable', { kind: 'not_yet', dueAt: (noon + 60) * 1_000 }],
    ['cosigner_unavailable', { kind: 'not_yet', dueAt: (noon + 60) * 1_000 }],
    ['cosigner_garbled', { kind: 'not_yet', dueAt: (noon + 60) * 1_000 }],
    ['risk_blocked', { kind: 'later' }],
    [undefined, { kind: 'later' }],
  ])('a veto: %s', async (code, outcome) => {
    answer = { approved: false, ...(code && { code }) }
    expect(await pull()).toEqual(outcome)
    expect([sent, logged, details]).toEqual([[], ['a pull was vetoed'], [{ chain: chainId, code }]])
  })

  test('a node that does not answer ends the round', async () => {
    const { chain } = round
    Object.assign(round, { chain: { ...chain, client: deadClient() } })
    await expect(pull()).rejects.toThrow('gone')
    expect([asked, sent]).toEqual([[], []])
  })

  test('a call that was not made or reverted: the box is looked at again', async () => {
    for (const status of [undefined, { status: 'reverted' }]) {
      receipt = status
      expect(await pull()).toEqual({ kind: 'later' })
    }
    const first = box.balance
    receipt = { status: 'reverted' }
    const send = round.outbox.send
    Object.assign(round.outbox, {
      send: (...args: Parameters<typeof send>) => {
        box.spent = 100n
        return send(...args)
      },
    })
    expect(await pull()).toEqual({ kind: 'over', dueAt: NEVER })
    expect(first).toBe(100n)
  })
})

describe('tasks', () => {
  const all = () => store.db.selectFrom('keeper_tasks').selectAll().orderBy('subject').execute()
  const due = (now: number) => readDue(round, 'pull', now)
  const add = (...subjects: [string, number][]) =>
    write(round, (tx) =>
      addTasks(
        tx,
        subjects.map(([subject, due_at]) => ({ chain_id: chainId, kind: 'pull', subject, due_at })),
      ),
    )

  test('due in the second, the longest first; one that exists stays as it is', async () => {
    await add(['b', 2_000], ['a', 2_000], ['c', 1_000])
    await add(['a', 9_000], ['d', 2_001])
    await add()
    expect((await due(2)).map(({ subject }) => subject)).toEqual(['c', 'a', 'b'])
    expect(await due(0)).toEqual([])
    expect(await readDue(round, 'return', 2)).toEqual([])
  })

  test('removed, each by itself, and none', async () => {
    await add(['a', 0], ['b', 0], ['c', 0])
    await removeTasks(round, [])
    await removeTasks(round, (await due(0)).slice(0, 2))
    expect((await all()).map(({ subject }) => subject)).toEqual(['c'])
  })

  test('postponed by ten minutes, then twice as long, and a day at most', async () => {
    await add(['a', 0], ['b', 0])
    const waits: number[] = []
    for (let tries = 0; tries < 10; tries++) {
      const [task] = await all()
      if (task) await postpone(round, task, 1_000)
      waits.push(((await all())[0]?.due_at ?? 0) / 1_000 - 1_000)
    }
    expect(waits).toEqual([600, 1_200, 2_400, 4_800, 9_600, 19_200, 38_400, 76_800, 86_400, 86_400])
    const [first, second] = await all()
    expect([first?.tries, second?.tries, second?.due_at]).toEqual([10, 0, 0])
    if (first) await reschedule(round, first, 5)
    expect((await all())[0]).toMatchObject({ due_at: 5, tries: 0 })
  })

  test('pullDue: those that are wanted and due; the others are forgotten', async () => {
    await add(['0xgone', 0])
    account = addressOf()
    expect(await pullDue(round, signer, [account])).toEqual([account])
    expect(logged).toEqual(['a box was pulled from', `keeper_pulls_total {"chain":"${chainId}"}`])
    expect(await all()).toMatchObject([{ subject: account.toLowerCase(), due_at: (noon + 3_600) * 1_000, tries: 0 }])
    expect(await pullDue(round, signer, [account])).toEqual([])
    expect(sent).toHaveLength(1)

    time = noon + 3_600
    answer = { approved: false, code: 'risk_blocked' }
    expect(await pullDue(round, signer, [account])).toEqual([])
    expect(await all()).toMatchObject([{ due_at: (noon + 3_600 + 600) * 1_000, tries: 1 }])

    // A keeper that is to stop leaves the rest for the next one.
    time = noon + 2 * 3_600
    answer = { approved: true, signature: '0x12' }
    expect(await pullDue({ ...round, signal: AbortSignal.abort() }, signer, [account])).toEqual([])
    expect(sent).toHaveLength(1)
    expect(await pullDue(round, signer, [account])).toEqual([account])
  })
})

test('what an operator reads where the keeper stops', () => {
  const read = ({ code, retry, message, advice }: ServiceError) => [code, retry, advice.do, message.split('\n')[0]]
  expect(read(new KeeperKeyError('missing'))).toEqual([
    'keeper_key',
    'after_change',
    'change_settings',
    'The keeper has no key.',
  ])
  expect(new KeeperKeyError('shared').message).toContain('has the same key as the relayer or the co-signer')
  const limit = new KeeperLimitError(7n, 5n)
  expect(read(limit)).toEqual([
    'keeper_limit',
    'later',
    'lower_amount',
    'The keeper may not spend 7 USDC base units more today.',
  ])
  expect(limit.message).toContain('Daily limit: 5')
  const funds = new KeeperFundsError(cosigner, 7n, 5n)
  expect(read(funds)).toEqual([
    'keeper_funds',
    'after_change',
    'add_funds',
    "The keeper's balance of 5 USDC base units does not cover a cost of up to 7.",
  ])
  expect(funds.message).toContain(`Address: ${cosigner}`)
  expect(read(new KeeperFeeError(9n))).toEqual([
    'keeper_fee',
    'later',
    'ask_again',
    'The fees of the chain are above 9 wei.',
  ])
  const told = [
    new KeeperKeyError('missing'),
    new KeeperKeyError('shared'),
    limit,
    new KeeperFeeError(9n),
    funds,
    new TransactionOpenError(),
    new KeyStoppedError(),
  ].map(({ name, effect, retry, advice }: ServiceError) => ({ name, effect, retry, advice }))
  const key = {
    name: 'KeeperKeyError',
    effect: 'none',
    retry: 'after_change',
    advice: { do: 'change_settings', settings: ['KEEPER_PK'] },
  }
  expect(new KeeperKeyError('shared').message).toContain('Set KEEPER_PK to a key that nothing else uses')
  expect(told).toEqual([
    key,
    key,
    { name: 'KeeperLimitError', effect: 'none', retry: 'later', advice: { do: 'lower_amount' } },
    { name: 'KeeperFeeError', effect: 'none', retry: 'later', advice: { do: 'ask_again' } },
    {
      name: 'KeeperFundsError',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'add_funds', token: 'usdc', account: cosigner },
    },
    { name: 'TransactionOpenError', effect: 'open', retry: 'later', advice: { do: 'look_up_transaction' } },
    {
      name: 'KeyStoppedError',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'read_reason' },
    },
  ])
  expect([limit, funds]).toMatchObject([
    { cost: 7n, dailyLimit: 5n },
    { cost: 7n, balance: 5n },
  ])
  expect(new KeyStoppedError().message).toContain('If it is safe, run `clear-foreign-use`; otherwise replace the key.')
  expect(new TransactionOpenError().message).toContain('A transaction of the keeper is still pending.')
  expect(new KeyStoppedError().message).toContain("Another program has sent a transaction with the keeper's key.")
  expect(new TransactionOpenError()).toMatchObject({ code: 'transaction_open', effect: 'open' })
  expect(new KeyStoppedError()).toMatchObject({ code: 'key_stopped', effect: 'none', advice: { do: 'read_reason' } })
})

test('budgets: pulls of others have limits of their own, and each owner a part', () => {
  const limits = { chainId, dailyLimit: 100n, pullLimit: 200n }
  const scopes = (purpose: Purpose) => budgetsOf(newJobId(purpose), limits).map(({ scope, limit }) => [scope, limit])
  const own = [[`keeper:${chainId}`, 100n]]
  expect(scopes({ kind: 'return' })).toEqual(own)
  expect(scopes({ kind: 'refill' })).toEqual(own)
  expect(budgetsOf(null, limits)).toEqual([{ scope: `keeper:${chainId}`, limit: 100n }])
  const upper = ownerHash.replaceAll('1', 'A') as Hex
  const pulled = [
    [`keeper-pulls:${chainId}`, 200n],
    [`keeper-pulls:${chainId}:${upper.toLowerCase()}`, 10n],
  ]
  expect(scopes({ kind: 'pull', ownerHash: upper })).toEqual(pulled)
  expect(scopes({ kind: 'again', ownerHash: upper })).toEqual([...pulled, [`keeper-pulls-again:${chainId}`, 100n]])
  expect(newJobId({ kind: 'return' })).not.toBe(newJobId({ kind: 'return' }))
  // An id of an earlier version names no owner.
  expect(budgetsOf('pull', limits)).toEqual([{ scope: `keeper:${chainId}`, limit: 100n }])
  expect(newJobId({ kind: 'return' })).toMatch(/^return:[0-9a-f-]{36}$/)
  expect(newJobId({ kind: 'pull', ownerHash })).toMatch(/^pull:0x[0-9a-f]{64}:[0-9a-f-]{36}$/)
})

test('readBoxes: those of the settings and of bindings that are still good, without the keeper’s own', async () => {
  const [a, b, c] = ['0xA1', '0xB2', '0xC3'].map((end): Address => `0x${end.slice(2).toLowerCase().repeat(20)}`) as [
    Address,
    Address,
    Address,
  ]
  const binding = { sealed: '', signed_at: 0 }
  await store.db
    .insertInto('bindings')
    .values([
      { ...binding, chain_id: chainId, account: b, until: 10 },
      { ...binding, chain_id: chainId, account: c, until: 9 },
      { ...binding, chain_id: 1, account: c, until: 10 },
    ])
    .execute()
  const boxes = [
    { chainId, account: a },
    { chainId, account: b },
    { chainId: 1, account: c },
  ]
  const read = (refill?: { chainId: number; box: Address; below: bigint }) =>
    readBoxes({ store, now: () => 10 }, chainId, { boxes, refill }).then((found) =>
      found.map((one) => one.toLowerCase()),
    )
  expect(await read()).toEqual([a, b])
  expect(await read({ chainId, box: a, below: 1n })).toEqual([b])
  expect(await read({ chainId: 1, box: a, below: 1n })).toEqual([a, b])
})

test('the chain’s clock, and whether a call would succeed', async () => {
  expect(await chainTime(round)).toBe(noon)
  const call = { from: cosigner, to: usdc, data: '0x' } as const
  expect(await wouldSucceed(round, call)).toBe(true)
  reverts = true
  expect(await wouldSucceed(round, call)).toBe(false)
  await expect(wouldSucceed({ ...round, chain: { ...round.chain, client: deadClient() } }, call)).rejects.toThrow()
  const withoutBlock = createClient({ transport: custom({ request: async () => null }) })
  await expect(chainTime({ ...round, chain: { ...round.chain, client: withoutBlock as never } })).rejects.toThrow(
    'The chain has no newest block.',
  )
})

const deadClient = () =>
  createClient({
    chain: viemChainFor(chainId),
    transport: custom({ request: () => Promise.reject(new Error('gone')) }, { retryCount: 0 }),
  })
