import { spendPolicyAccountAbi } from '@holdfast/contracts'
import { COSIGN_VETOES, type CosignAuthorize } from '@holdfast/sdk/wire'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseSignature,
  recoverAddress,
  serializeCompactSignature,
  signatureToCompactSignature,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { type CosignStage, faultyChain, freshOwner, isSimulation, openCosigner } from '../../test/cosignStage.js'
import { stores } from '../../test/stores.js'
import { stubChain } from '../../test/stubChain.js'
import { asCaller } from '../chains/callers.js'
import { createSignerRecovery } from '../keys/createSignerRecovery.js'
import { createDigests } from './createDigests.js'
import type { FirewallVerdict } from './Firewall.js'
import { createVerdicts } from './internal/createVerdicts.js'
import { isProven } from './internal/isProven.js'
import { isSame } from './internal/lookAtBox.js'
import { timingOf } from './internal/timing.js'
import { isVeto, veto, vetoOf } from './internal/veto.js'

/** What the co-signer decides about a box, on a chain in memory; the tests on a chain use real boxes. */

const sqlite = stores('sqlite')
const time = 1_900_000_000
const amount = 1_000_000n
const friend: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const other: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
const vetoed = (code: keyof typeof COSIGN_VETOES) => ({ approved: false, code, reason: COSIGN_VETOES[code] })

type Box = Partial<Parameters<ReturnType<typeof stubChain>['addBox']>[0]>

/** A co-signer, and a box of an owner that has paid before and was never announced. */
async function open(box: Box = {}, options: Partial<openCosigner.Options> = {}) {
  const plain = stubChain()
  plain.time = time
  const chain = faultyChain(plain)
  const opened = await openCosigner({ store: await sqlite.open(), chain, ...options })
  const owner = freshOwner()
  opened.stage.paid.add(owner.address.toLowerCase())
  const { address: cosigner } = opened.signer
  const addBox = (over: Box = {}) => plain.addBox({ owner: owner.address, cosigner, mode: 0, ...box, ...over })
  const account = addBox()
  const ask = (over: Partial<CosignAuthorize> = {}) =>
    opened.cosigner.judge({ phase: 'authorize', account, owner: owner.address, amount, action: 0, ...over })
  return { ...opened, chain, plain, account, owner, addBox, ask }
}

const counted = (metrics: CosignStage['metrics'], name: string) =>
  metrics.registry.getSingleMetricAsString(`holdfast_${name}`)

describe('the terms and limits of a box', () => {
  test('default: signed, with one read and one simulation', async () => {
    const { ask, account, chain, signer, stage, owner, metrics, parts } = await open({ target: friend })
    const result = await ask()
    const digest = createDigests()({ account, chainId: chain.id, target: friend, amount, nonce: 0n, action: 0 })
    expect(await recoverAddress({ hash: digest, signature: (result as { signature: Hex }).signature })).toBe(
      signer.address,
    )
    expect(chain.asked).toHaveLength(2)
    const looked = chain.asked[0]?.params[0].data ?? ''
    for (const asked of [
      'policy()',
      'spent()',
      'nonce()',
      'lastPull()',
      'spendDigest(uint256,uint8)',
      'balanceOf(address)',
    ])
      expect(looked).toContain(toFunctionSelector(`function ${asked}`).slice(2))
    expect(await counted(metrics, 'cosign_decisions_total')).toMatch(/decision="approved",reason="none"\} 1/)
    const [audited] = await parts.store.db.selectFrom('audit').select('body').execute()
    expect(JSON.parse(String(audited?.body))).toMatchObject({
      account: account.toLowerCase(),
      policy: { target: friend.toLowerCase(), cosigner: signer.address.toLowerCase(), mode: 0 },
    })
    const args = [amount, (result as { signature: Hex }).signature] as const
    const data = encodeFunctionData({ abi: spendPolicyAccountAbi, functionName: 'pay', args })
    expect(chain.asked[1]?.params).toEqual([{ from: signer.address, to: account, data }, numberToHex(60_000_000)])
    expect(stage.checks).toEqual([{ chainId: chain.id, payer: owner.address, target: friend, fresh: true }])
  })

  test.each<[string, Box, Partial<CosignAuthorize>, keyof typeof COSIGN_VETOES | undefined]>([
    ['another co-signer', { cosigner: other }, {}, 'foreign_cosigner'],
    ['another token', { token: other }, {}, 'token_not_allowed'],
    ['nothing to pay', {}, { amount: 0n }, 'over_limit'],
    ['all that is left', { maxAmount: 3n * amount, spent: 2n * amount }, {}, undefined],
    ['a unit more', { maxAmount: 3n * amount, spent: 2n * amount + 1n }, {}, 'over_limit'],
    ['all that it holds', { balance: amount }, {}, undefined],
    ['a unit more than it holds', { balance: amount - 1n }, {}, 'not_funded'],
    ['31 seconds before its expiry', { expiry: time + 31 }, {}, undefined],
    ['30 seconds before its expiry', { expiry: time + 30 }, {}, 'expired'],
    ['a pull from a box that pays', {}, { action: 1 }, 'mode_mismatch'],
    ['a pull', { mode: 1 }, { action: 1 }, undefined],
    ['a payment of a box that is pulled from', { mode: 1 }, {}, 'mode_mismatch'],
    ['the most that one pull takes', { mode: 1, perPullMax: amount }, { action: 1 }, undefined],
    ['a unit more', { mode: 1, perPullMax: amount - 1n }, { action: 1 }, 'over_pull_cap'],
    ['a pull after the interval', { mode: 1, lastPull: BigInt(time - 3_600) }, { action: 1 }, undefined],
    ['a second earlier', { mode: 1, lastPull: BigInt(time - 3_599) }, { action: 1 }, 'too_soon'],
  ])('%s', async (_, box, request, code) => {
    const { ask } = await open(box)
    expect(await ask(request)).toMatchObject(code === undefined ? { approved: true } : vetoed(code))
  })

  test('the limit of a box that is not one', async () => {
    const { ask } = await open()
    expect(await ask({ account: other })).toEqual(vetoed('simulation_unavailable'))
  })
})

describe('whose payment history the firewall reads', () => {
  test('an owner without payments of its own is not bound', async () => {
    const { ask, stage } = await open()
    stage.paid.clear()
    expect(await ask()).toEqual(vetoed('owner_not_bound'))
  })

  test('an owner that is not the one of the box', async () => {
    const { ask, stage } = await open()
    stage.paid.add(other.toLowerCase())
    expect(await ask({ owner: other })).toEqual(vetoed('owner_not_bound'))
    // The firewall would cost time, and could change nothing.
    expect(stage.checks).toEqual([])
  })

  test('an announced owner is a stealth address, unless it has paid before', async () => {
    const { ask, stage, owner } = await open()
    stage.announced.add(owner.address.toLowerCase())
    expect(await ask()).toEqual(vetoed('owner_not_bound'))

    const again = await open()
    again.stage.announced.add(again.owner.address.toLowerCase())
    Object.assign(again.stage.announcements, { sinceBlock: 100n })
    again.stage.verdict = { firstPaidBlock: 100n }
    expect(await again.ask()).toEqual(vetoed('owner_not_bound'))

    const earlier = await open()
    earlier.stage.announced.add(earlier.owner.address.toLowerCase())
    Object.assign(earlier.stage.announcements, { sinceBlock: 100n })
    earlier.stage.verdict = { firstPaidBlock: 99n }
    expect(await earlier.ask()).toMatchObject({ approved: true })

    // Whether it has paid before is not known.
    for (const [sinceBlock, firstPaidBlock] of [
      [100n, undefined],
      [undefined, 99n],
    ]) {
      const unknown = await open()
      unknown.stage.announced.add(unknown.owner.address.toLowerCase())
      Object.assign(unknown.stage.announcements, { sinceBlock })
      Object.assign(unknown.stage.verdict, { firstPaidBlock })
      expect(await unknown.ask()).toEqual(vetoed('owner_not_bound'))
    }
  })

  test('incomplete announcements bind no owner', async () => {
    const { ask, stage } = await open()
    stage.announcements.complete = false
    expect(await ask()).toEqual(vetoed('owner_not_bound'))
    expect(stage.checks).toEqual([])
  })

  test('announcements that cannot be read are counted, and bind no owner', async () => {
    const announcements = {
      namesOwner: () => {
        throw new Error('The index is gone.')
      },
    }
    const { ask, metrics, lines } = await open({}, { sources: { announcements } })
    expect(await ask()).toEqual(vetoed('owner_not_bound'))
    expect(await counted(metrics, 'firewall_source_failures_total')).toContain('{source="announcements"} 1')
    expect(lines.filter(({ level }) => level === 'warn')).toEqual([
      { level: 'warn', message: 'the announcements could not be read', fields: { error: 'Error' } },
    ])
  })
})

const verdict: FirewallVerdict = { level: 'safe', complete: true, reasons: [], resembles: [], hasPaid: true }

test('a pull that the owner has bound needs no owner; only the owner can bind the box', async () => {
  const { cosigner, account, owner, ask, stage } = await open({ mode: 1 })
  const pull = { owner: undefined, action: 1 } as const
  expect(await ask(pull)).toEqual(vetoed('owner_not_bound'))
  const bind = { phase: 'bind', account, owner: owner.address, payer: other, until: 1_999_999_999 } as const
  const stranger = freshOwner()
  expect(await cosigner.judge(await stranger.prove({ ...bind, owner: stranger.address }))).toMatchObject({
    approved: false,
  })
  expect(await ask(pull)).toEqual(vetoed('owner_not_bound'))
  expect(await cosigner.judge(await owner.prove(bind))).toEqual({ approved: true })
  expect(await ask(pull)).toMatchObject({ approved: true })
  expect(stage.checks.map(({ payer }) => payer)).toEqual([other])
})

test('a binding keeps the resemblance that the owner accepts', async () => {
  const { cosigner, account, owner, ask, stage, parts } = await open({ mode: 1 })
  stage.verdict = { resembles: [friend] }
  const pull = { owner: undefined, action: 1 } as const
  const bind = { phase: 'bind', account, owner: owner.address, payer: other, until: 1_999_999_999 } as const
  const [earlier, later] = [Date.now() - 1_000, Date.now()]
  await cosigner.judge(await owner.prove(bind, earlier))
  expect(await ask(pull)).toEqual(vetoed('risk_blocked'))
  expect(await cosigner.judge(await owner.prove({ ...bind, accept: friend }, later))).toEqual({ approved: true })
  expect(await ask(pull)).toMatchObject({ approved: true })
  const rows = await parts.store.db.selectFrom('audit').select('body').where('kind', '=', 'config').execute()
  // By pseudonyms: the audit does not say who pays whom.
  const named = rows.map(({ body }) => JSON.parse(String(body))).map(({ payer, accept }) => [payer, accept])
  expect(named).toEqual([
    [expect.stringMatching(/^[0-9a-f]{32}$/), undefined],
    [named[0]?.[0], expect.stringMatching(/^[0-9a-f]{32}$/)],
  ])

  stage.offsetMs = 100 * 86_400_000
  await cosigner.purge()
  expect(await parts.store.db.selectFrom('bindings').selectAll().execute()).toHaveLength(1)
  stage.offsetMs = 1_999_999_999_000 - Date.now() + 1
  await cosigner.purge()
  expect(await parts.store.db.selectFrom('bindings').selectAll().execute()).toEqual([])
})

test('isProven: the owner itself, a moment ago, in either form of a signature', async () => {
  const recovery = await createSignerRecovery()
  const owner = freshOwner()
  const now = 1_900_000_000_000
  const request = { phase: 'precheck', owner: owner.address, target: friend, amount } as const
  const proven = await owner.prove(request, now)
  const is = (one: Parameters<typeof isProven>[0], at = now) => isProven(one, at, recovery)
  expect(is(proven)).toBe(true)
  const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(proven.auth.signature)))
  expect(is({ ...proven, auth: { ...proven.auth, signature: compact } })).toBe(true)
  expect([is(proven, now + 120_000), is(proven, now + 120_001), is(proven, now - 120_001)]).toEqual([
    true,
    false,
    false,
  ])
  expect(is(request)).toBe(false)
  expect(is({ ...proven, owner: undefined } as never)).toBe(false)
  expect(is({ ...proven, owner: other })).toBe(false)
  expect(is({ ...proven, amount: 2n })).toBe(false)
  expect(is({ ...proven, owner: other, auth: { ...proven.auth, address: other } })).toBe(false)
})

test('isSame: every term counts, and the case of addresses does not', () => {
  const policy = {
    token: friend,
    cosigner: other,
    vaultHash: '0x01',
    target: friend,
    maxAmount: 1n,
    perPullMax: 2n,
    expiry: 3,
    interval: 4,
    mode: 1,
  } as const
  const terms = { ownerHash: '0x02', policy } as const
  const lower = (address: Address) => address.toLowerCase() as Address
  const recased = { ...policy, token: lower(friend), cosigner: lower(other), target: lower(friend) }
  expect(isSame(terms, { ...terms, policy: recased })).toBe(true)
  expect(isSame(terms, { ...terms, ownerHash: '0x03' })).toBe(false)
  const changes = [
    { token: other },
    { cosigner: friend },
    { vaultHash: '0x03' },
    { target: other },
    { maxAmount: 2n },
    { perPullMax: 3n },
    { expiry: 4 },
    { interval: 5 },
    { mode: 0 },
  ] as const
  for (const change of changes) expect(isSame(terms, { ...terms, policy: { ...policy, ...change } })).toBe(false)
})

describe('the firewall', () => {
  test.each<[string, Partial<FirewallVerdict>, Address | undefined, keyof typeof COSIGN_VETOES | undefined]>([
    ['safe', {}, undefined, undefined],
    ['a warning', { level: 'warning', reasons: ['NEW_ADDRESS'] }, undefined, undefined],
    ['a block', { level: 'block', reasons: ['LOOKALIKE_ADDRESS'] }, friend, 'risk_blocked'],
    ['incomplete', { complete: false, reasons: ['DATA_UNAVAILABLE'] }, undefined, 'risk_unavailable'],
    [
      'a block for want of data',
      { level: 'block', complete: false, reasons: ['DATA_UNAVAILABLE'] },
      undefined,
      'risk_unavailable',
    ],
    [
      'incomplete, and a block',
      { level: 'block', complete: false, reasons: ['LOOKALIKE_ADDRESS'] },
      friend,
      'risk_blocked',
    ],
    ['resembles one that the owner accepts', { resembles: [friend] }, friend.toLowerCase() as Address, undefined],
    ['resembles one that the owner has not accepted', { resembles: [friend] }, undefined, 'risk_blocked'],
    ['resembles another one as well', { resembles: [friend, other] }, friend, 'risk_blocked'],
  ])('%s', (_, over, accept, code) => {
    const { reasons = [] } = over
    const expected = code && { ...vetoed(code), ...(reasons.length > 0 && { riskReasons: reasons }) }
    expect(vetoOf({ ...verdict, ...over }, accept)).toEqual(expected)
  })

  test('no answer at all', async () => {
    expect(vetoOf(undefined)).toEqual(vetoed('risk_unavailable'))
    const { ask, stage, metrics } = await open()
    stage.firewallFails = () => Promise.reject(new Error('down'))
    // Without a verdict its owner cannot be bound either.
    expect(await ask()).toEqual(vetoed('owner_not_bound'))
    expect(await counted(metrics, 'firewall_source_failures_total')).toContain('{source="firewall"} 1')
  })

  test.each<Partial<Record<keyof FirewallVerdict, unknown>>>([
    { level: 'fine' },
    { complete: 'yes' },
    { reasons: 'NEW_ADDRESS' },
    { reasons: ['new address'] },
    { reasons: [`A${'B'.repeat(64)}`] },
    { reasons: [7] },
    { resembles: ['0x12'] },
    { resembles: friend },
  ])('a malformed verdict counts as no answer: %o', async (over) => {
    const { ask, stage } = await open()
    stage.verdict = over as Partial<FirewallVerdict>
    expect(await ask()).toEqual(vetoed('owner_not_bound'))
  })

  test('a precheck asks it alone, and for what is known', async () => {
    const { cosigner, stage, owner, chain } = await open()
    const precheck = { phase: 'precheck', owner: owner.address, target: friend, amount } as const
    expect(await cosigner.judge(precheck)).toEqual({ approved: true })
    stage.verdict = { level: 'block', reasons: ['LOOKALIKE_ADDRESS'] }
    // The first answer is half a minute old at most.
    expect(await cosigner.judge({ ...precheck, amount: 2n })).toEqual({ approved: true })
    stage.offsetMs = 30_000
    expect(await cosigner.judge(precheck)).toEqual({ ...vetoed('risk_blocked'), riskReasons: ['LOOKALIKE_ADDRESS'] })
    expect(stage.checks.map(({ fresh }) => fresh)).toEqual([false, false])
    expect(chain.asked).toEqual([])
  })

  test('a signature needs a fresh verdict; a fresh one also serves a precheck', async () => {
    const { cosigner, stage, owner, ask } = await open({ target: friend })
    const precheck = { phase: 'precheck', owner: owner.address, target: friend, amount } as const
    await cosigner.judge(precheck)
    await ask()
    await cosigner.judge(precheck)
    expect(stage.checks.map(({ fresh }) => fresh)).toEqual([false, true])
    stage.offsetMs = 2_000
    await ask({ amount: 3n })
    expect(stage.checks).toHaveLength(3)
  })

  test('a target that is blocked after it was signed for alerts the operator', async () => {
    const { ask, stage, metrics, lines, account, chain, parts } = await open()
    const alerts = () => lines.filter(({ level }) => level === 'error')
    const blocked = { level: 'block', reasons: ['LOOKALIKE_ADDRESS'] } as const
    stage.verdict = blocked
    expect(await ask()).toMatchObject({ code: 'risk_blocked' })
    expect(alerts()).toEqual([])

    stage.verdict = {}
    stage.offsetMs = 60_000
    expect(await ask()).toMatchObject({ approved: true })
    stage.verdict = blocked
    for (const [times, over] of [{}, { amount: 2n }].entries()) {
      stage.offsetMs += 60_000
      expect(await ask(over)).toMatchObject({ code: 'risk_blocked' })
      expect(alerts()).toHaveLength(times + 1)
    }
    expect(alerts()[0]).toMatchObject({
      message: 'the firewall blocks a target that was signed for',
      fields: { chain: chain.id, account },
    })
    // A veto does not wait for what was signed before.
    await parts.store.db.schema.dropTable('signatures').execute()
    stage.offsetMs += 60_000
    expect(await ask()).toMatchObject({ code: 'risk_blocked' })
    expect(await counted(metrics, 'cosign_blocked_after_signing_total')).toContain(' 2')
  })
})

describe('the chain', () => {
  test.each<[string, (isSimulation: boolean) => unknown, keyof typeof COSIGN_VETOES]>([
    [
      'refuses the spend',
      (is) => is && Promise.reject(Object.assign(new Error('reverted'), { code: 3 })),
      'simulation_failed',
    ],
    ['does not answer the simulation', (is) => is && Promise.reject(new Error('gone')), 'simulation_unavailable'],
    ['answers the simulation with data', (is) => is && '0x01', 'simulation_unavailable'],
    ['does not answer the read', (is) => !is && Promise.reject(new Error('gone')), 'simulation_unavailable'],
    ['answers the read with nothing', (is) => !is && '0x', 'simulation_unavailable'],
  ])('%s', async (_, answer, code) => {
    const { ask, chain } = await open()
    chain.fault = (given, pass) => answer(isSimulation(given)) || pass()
    expect(await ask()).toEqual(vetoed(code))
  })

  test.each([
    ['terms', 21],
    ['spent', 10],
    ['nonce', 8],
    ['time of the last pull', 6],
    ['digest', 4],
  ])('a box that does not tell its %s cannot be read', async (_, place) => {
    const { ask, chain } = await open()
    // A word in front of each result says whether the call succeeded.
    chain.fault = async (_, pass) => {
      const answer = String(await pass())
      const start = answer.length - place * 64
      return answer === '0x' ? answer : `${answer.slice(0, start)}${'0'.repeat(64)}${answer.slice(start + 64)}`
    }
    expect(await ask()).toEqual(vetoed('simulation_unavailable'))
  })

  test('a box that computes another digest is a fault, and nothing is signed', async () => {
    const { ask, chain, parts, tally } = await open()
    chain.fault = async (_, pass) => {
      const answer = String(await pass())
      const end = answer.length - 64 * 2
      // The last digit of the digest becomes another one.
      const digit = answer[end - 1] === 'f' ? 'e' : 'f'
      return answer === '0x' ? answer : `${answer.slice(0, end - 1)}${digit}${answer.slice(end)}`
    }
    await expect(ask()).rejects.toMatchObject({
      name: 'CosignFaultError',
      shortMessage: 'The box returned another digest than the co-signer would sign.',
    })
    await tally.stop()
    expect(await parts.store.db.selectFrom('signatures').select('digest').execute()).toEqual([])
    const rows = await parts.store.db.selectFrom('audit').select(['kind', 'body']).execute()
    expect(rows.map(({ kind }) => kind)).toContain('refuse')
  })
})

describe('createVerdicts', () => {
  /** A firewall whose answers a test gives, and a clock that a test moves. */
  function open(firewall?: { check: () => Promise<FirewallVerdict> }) {
    const clock = { now: 0 }
    const given = { verdict: { ...verdict } }
    let asked = 0
    const check = async () => {
      asked += 1
      return given.verdict
    }
    const failures: unknown[] = []
    const parts = {
      elapsed: () => clock.now,
      metrics: { count: (name: string) => failures.push(name) },
      log: { warn: (message: string) => failures.push(message) },
      // Nothing else is used of either.
    } as unknown as Parameters<typeof createVerdicts>[0]
    const limits = { timeoutMs: 60_000, freshMs: 2_000, keptMs: 30_000 }
    const verdicts = createVerdicts(parts, { version: '1', check, ...firewall }, limits)
    const of = (fresh: boolean, payer: Address = other, chainId = 1) => verdicts.of(chainId, payer, friend, { fresh })
    return { clock, given, of, failures, asked: () => asked }
  }

  test('ten thousand verdicts are kept, and the oldest leaves for the next', async () => {
    const { of, asked } = open()
    const payer = (number: number): Address => `0x${number.toString(16).padStart(40, '0')}`
    for (let number = 1; number <= 10_000; number++) await of(false, payer(number))
    for (const number of [1, 2, 10_000]) await of(false, payer(number))
    expect(asked()).toBe(10_000)
    await of(false, payer(10_001))
    for (const number of [2, 10_000, 10_001]) await of(false, payer(number))
    expect(asked()).toBe(10_001)
    await of(false, payer(1))
    expect(asked()).toBe(10_002)
  })

  test('a fresh one for less than two seconds before a signature, any for less than thirty in a precheck', async () => {
    const { clock, of, asked } = open()
    await of(true)
    clock.now = 1_999
    await of(true)
    expect(asked()).toBe(1)
    clock.now = 2_000
    await of(true)
    expect(asked()).toBe(2)
    clock.now = 31_999
    await of(false)
    expect(asked()).toBe(2)
    clock.now = 32_000
    await of(false)
    expect(asked()).toBe(3)
    // That one was allowed to be old itself.
    await of(true)
    expect(asked()).toBe(4)
  })

  test('by chain and payer, in any case', async () => {
    const { of, asked } = open()
    await of(true)
    await of(true, other.toLowerCase() as Address)
    expect(asked()).toBe(1)
    await of(true, friend)
    await of(true, other, 2)
    expect(asked()).toBe(3)
  })

  test('questions at once share an answer, of the same kind only', async () => {
    const { of, asked } = open()
    await Promise.all([of(true), of(true), of(false), of(false)])
    expect(asked()).toBe(2)
  })

  test('questions of two networks at once are asked for each, so that none waits as a task of another', async () => {
    const { of, asked } = open()
    const by = (network: string) => asCaller(network, () => of(true))
    await Promise.all(['198.51.100.1', '198.51.100.1', '203.0.113.7'].map(by))
    expect(asked()).toBe(2)
    await by('192.0.2.1')
    expect(asked()).toBe(2)
  })

  test('an incomplete one is returned, and not kept, nor is the one before it', async () => {
    const { clock, given, of, asked } = open()
    await of(false)
    clock.now = 30_000
    given.verdict.complete = false
    expect(await of(false)).toMatchObject({ complete: false })
    clock.now = 0
    await of(false)
    expect(asked()).toBe(3)
  })

  test('only what it knows of a verdict, and fifty reasons at most', async () => {
    const { given, of } = open()
    Object.assign(given.verdict, {
      reasons: Array.from({ length: 51 }, (_, index) => `R${index}`),
      hasPaid: 'yes',
      firstPaidBlock: 7,
      cursor: '9',
      extra: 1,
    })
    const found = await of(true)
    expect(found?.reasons).toHaveLength(50)
    expect(found).toEqual({
      ...verdict,
      reasons: expect.anything(),
      hasPaid: false,
      firstPaidBlock: undefined,
      cursor: '9',
    })
  })

  test('a failure is counted, and asked again', async () => {
    const { of, failures } = open({ check: () => Promise.reject(new Error('down')) })
    expect(await of(true)).toBeUndefined()
    expect(failures).toEqual(['firewall_source_failures_total', 'the firewall could not be asked'])
    expect(await of(true)).toBeUndefined()
    expect(failures).toHaveLength(4)
  })
})

test('a veto is recorded in full for the proven owner, and holds where it cannot be recorded', async () => {
  const { ask, account, owner, cosigner, parts, lines, stage } = await open()
  stage.verdict = { level: 'block', reasons: ['LOOKALIKE_ADDRESS'] }
  const request = await owner.prove({ phase: 'authorize', account, owner: owner.address, amount, action: 0 } as const)
  const refused = { ...vetoed('risk_blocked'), riskReasons: ['LOOKALIKE_ADDRESS'] }
  expect(await cosigner.judge(request)).toEqual(refused)
  const [veto] = await parts.store.db.selectFrom('audit').select('body').where('kind', '=', 'veto').execute()
  expect(JSON.parse(String(veto?.body))).toMatchObject({ code: 'risk_blocked', riskReasons: ['LOOKALIKE_ADDRESS'] })

  await parts.store.db.schema.dropTable('audit').execute()
  expect(await cosigner.judge(request)).toEqual(refused)
  expect(lines.filter(({ level }) => level === 'error').map(({ message }) => message)).toContain(
    'a veto could not be recorded',
  )
  expect(await ask({ amount: 2n })).toEqual(refused)
})

test('the same spend gets the same signature; equal requests at once are judged once', async () => {
  const { ask, chain, parts, metrics } = await open()
  const [first, second] = await Promise.all([ask(), ask()])
  expect(second).toEqual(first)
  expect(chain.asked).toHaveLength(2)
  // Only the first repetition has a row, the others are counted.
  for (const _ of [1, 2, 3]) expect(await ask()).toEqual(first)
  const other = await ask({ amount: 2n })
  expect(other).toMatchObject({ approved: true })
  expect(other).not.toEqual(first)
  const signs = await parts.store.db.selectFrom('audit').select('body').where('kind', '=', 'sign').execute()
  const marks = signs.map(({ body }) => JSON.parse(String(body))).map(({ isRepeat, isSecond }) => [isRepeat, isSecond])
  expect(marks).toEqual([
    [false, false],
    [true, false],
    [false, true],
  ])
  expect(await counted(metrics, 'cosign_equivocations_total')).toContain('cosign_equivocations_total 1')
  // For as long as the box lasts, and 400 days at most.
  const kept = await parts.store.db.selectFrom('signatures').select(['created_at', 'ends_at']).execute()
  for (const { created_at, ends_at } of kept) expect(Math.round((Number(ends_at) - created_at) / 86_400_000)).toBe(400)
})

test('a request about a chain that is not served', async () => {
  const { ask } = await open()
  await expect(ask({ chainId: 1 })).rejects.toMatchObject({ name: 'UnknownChainError' })
})

test('veto: a code with its reason, and the rules where there are any', () => {
  expect(veto('over_limit')).toEqual(vetoed('over_limit'))
  expect(veto('over_limit', [])).toEqual(vetoed('over_limit'))
  expect(veto('risk_blocked', ['A'])).toEqual({ ...vetoed('risk_blocked'), riskReasons: ['A'] })
  expect([{ approved: true }, { account: zeroAddress }, veto('expired')].map(isVeto)).toEqual([false, false, true])
})

test('timingOf: its defaults, and at most half a minute for a verdict', () => {
  const defaults = {
    totalMs: 7_000,
    readMs: 4_500,
    firewallMs: 4_000,
    simulateMs: 4_500,
    freshMs: 2_000,
    keptMs: 30_000,
  }
  expect(timingOf({})).toEqual(defaults)
  const given = { totalMs: 1, readMs: 2, firewallMs: 3, simulateMs: 4, freshMs: 5, keptMs: 6 }
  expect(timingOf(given)).toEqual(given)
  expect(timingOf({ keptMs: 30_001 })).toEqual(defaults)
})
