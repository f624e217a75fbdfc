import { InvalidInputError } from '@holdfast/sdk/errors'
import type { IDataProvider } from '@holdfast/sdk/risk'
import { genuine, impostor, sender, stranger } from '@holdfast/testkit/riskScene'
import { type Address, type Hash, maxUint256, numberToHex, zeroAddress } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Decoded, Movement } from '../decode/types.js'
import { createGrants } from './createGrants.js'
import { createJudge, type Judgement, type JudgeOptions } from './createJudge.js'

const chainId = 5_042_002
const token = '0x3600000000000000000000000000000000000000'
const contact = '0x8ad1b0b1e1ae382dbdc898ea68012ffcb2ff1234'
/** Resembles `genuine` at both ends, and differs from `impostor` in the middle. */
const second = '0xd9a1c3788d81257612e2581a6ea0ada244863a91'
const hash = (digit: number): Hash => `0x${String(digit).repeat(64)}`

let now: number
let scans: number
let baited: Address[]
let answers: boolean
const provider: IDataProvider = {
  getOutgoingCounterparties: async () => {
    scans++
    if (!answers) throw new Error('The source is down.')
    return { counterparties: [genuine], complete: true }
  },
  getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date(0) }),
  countZeroValueTransfers: async (target) => (baited.includes(target) ? 1 : 0),
}

beforeEach(() => {
  now = Date.parse('2026-11-24T12:00:00Z')
  scans = 0
  baited = []
  answers = true
})

const judgeWith = (options: JudgeOptions = {}) =>
  createJudge({ now: () => now, ...options, checkOptions: { provider, ...options.checkOptions } })
const moving = (payee: Address, amount: bigint | undefined = 5n, rest: Partial<Movement> = {}): Movement => ({
  payer: sender,
  payee,
  chainId,
  token,
  amount,
  carrier: 'transfer',
  path: ['transfer'],
  ...rest,
})
const decoded = (...movements: Movement[]): Decoded => ({ movements, notes: [] })
const errorOf = (judgement: Judgement) => {
  if (judgement.verdict === 'pass') throw new Error('It passed.')
  return judgement.error
}
/** The outcome in a word. */
const wordOf = (judgement: Judgement) => (judgement.verdict === 'pass' ? 'pass' : judgement.error.code)

describe('createJudge', () => {
  test('default: a payment to a payee passes, with its report', async () => {
    const judgement = await judgeWith().judge(decoded(moving(genuine)), { chainId, purpose: 'broadcast' })
    expect(judgement).toMatchObject({ verdict: 'pass', reports: [{ level: 'safe', target: genuine, amount: 5n }] })
  })

  test('behavior: a refusal has the report, a reference and a text whose first 100 characters name both addresses', async () => {
    const judge = judgeWith({ overrideHint: (code) => `Pay anyway: holdfast guard allow ${code}` })
    const error = errorOf(await judge.judge(decoded(moving(impostor)), { chainId, purpose: 'broadcast' }))
    expect(error).toMatchObject({ code: 'guard_refused', report: { level: 'block', target: impostor } })
    expect(error.reference).toMatch(/^[2-9B-Z]{4}$/)
    expect(error.shortMessage).toBe(
      `Holdfast: 0xd9A1C3..3a91 resembles 0xd9A1b0..3a91, which you know. Not the same. Pay anyway: holdfast guard allow ${error.reference}`,
    )
    expect(error.shortMessage.indexOf('Not the same.') + 13).toBeLessThanOrEqual(100)
  })

  test('behavior: a check ends when every request that waits for it was given up, and not before', async () => {
    const signals: AbortSignal[] = []
    const waiting: (() => void)[] = []
    const slow: IDataProvider = {
      ...provider,
      getOutgoingCounterparties: async (_, { signal } = {}) => {
        if (signal) signals.push(signal)
        await new Promise<void>((resolve) => waiting.push(resolve))
        return { counterparties: [genuine], complete: true }
      },
    }
    const judge = judgeWith({ checkOptions: { provider: slow, timeoutMs: 600_000 } })
    const ask = (signal?: AbortSignal) =>
      judge.judge(decoded(moving(genuine)), { chainId, purpose: 'broadcast', signal })
    const [first, second] = [new AbortController(), new AbortController()]
    const both = [ask(first.signal), ask(second.signal)]
    await expect.poll(() => signals.length, { timeout: 120_000 }).toBe(1)
    first.abort()
    expect(signals[0]?.aborted).toBe(false)
    second.abort()
    expect(signals[0]?.aborted).toBe(true)
    // A later request does not share what was given up.
    const third = ask()
    for (const judgement of await Promise.all(both)) expect(wordOf(judgement)).toBe('guard_not_synced')
    await expect.poll(() => signals.length, { timeout: 120_000 }).toBe(2)
    for (const resolve of waiting) resolve()
    expect(wordOf(await third)).toBe('pass')
    // A verdict that is known stays when a request is given up.
    const late = new AbortController()
    expect(wordOf(await ask(late.signal))).toBe('pass')
    late.abort()
    expect(wordOf(await ask())).toBe('pass')
    expect(signals).toHaveLength(2)
  })

  test('behavior: of each user so many payments are checked at a time, and the newest request comes first', async () => {
    const open: { payee: string; end: () => void }[] = []
    const slow: IDataProvider = {
      ...provider,
      getAddressActivity: async (payee) => {
        await new Promise<void>((resolve) => open.push({ payee: payee.toLowerCase(), end: resolve }))
        return { transactionCount: 7, firstSeenAt: new Date(0) }
      },
    }
    const judge = judgeWith({ checkOptions: { provider: slow, timeoutMs: 600_000 } })
    const payees = Array.from({ length: 100 }, (_, index) => numberToHex(index + 1_000, { size: 20 }))
    const ask = (movements: Movement[], user: string) =>
      judge.judge(decoded(...movements), { chainId, purpose: 'estimate', user })
    const reached = (count: number) => expect.poll(() => open.length, { timeout: 120_000 }).toBe(count)
    const many = ask(
      payees.map((payee) => moving(payee)),
      'one',
    )
    await reached(32)
    // Another user waits for none of them.
    const theirs = ask([moving(genuine)], 'two')
    await reached(33)
    open[32]?.end()
    expect(wordOf(await theirs)).toBe('pass')
    const newest = ask([moving(contact)], 'one')
    open[0]?.end()
    await reached(34)
    expect(open[33]?.payee).toBe(contact)
    open[33]?.end()
    expect(wordOf(await newest)).toBe('pass')
    let isOver = false
    void many.then(() => {
      isOver = true
    })
    await expect
      .poll(
        () => {
          for (const { end } of open) end()
          return isOver
        },
        { timeout: 120_000 },
      )
      .toBe(true)
  })

  test('behavior: a request without a payment needs no check', async () => {
    for (const purpose of ['estimate', 'broadcast', 'signature'] as const)
      expect(await judgeWith().judge(decoded(), { chainId, purpose })).toMatchObject({ verdict: 'pass', reports: [] })
    expect(scans).toBe(0)
  })

  test('behavior: one bad payment refuses the whole request, and the refusal names it', async () => {
    const request = decoded(moving(stranger), moving(impostor), moving(genuine))
    const error = errorOf(await judgeWith().judge(request, { chainId, purpose: 'broadcast' }))
    expect(error.reports.map(({ target }) => target)).toEqual([impostor])
  })

  test('behavior: a request that cannot be decoded is refused, and cannot be allowed', async () => {
    const refusal = { reason: 'too_deep', message: 'Calls are nested deeper than 8.', path: [] } as const
    for (const purpose of ['estimate', 'broadcast', 'signature'] as const) {
      const error = errorOf(await judgeWith().judge({ ...decoded(), refusal }, { chainId, purpose }))
      expect(error).toMatchObject({ code: 'guard_refused', report: undefined, reference: undefined })
      expect(error.shortMessage).toBe('Holdfast: Calls are nested deeper than 8.')
    }
  })

  test('behavior: a payee that cannot be paid is refused, and no person can allow it', async () => {
    const judge = judgeWith({ overrideHint: (code) => `Pay anyway: ${code}` })
    for (const movements of [[moving(zeroAddress)], [moving(impostor), moving(zeroAddress)]]) {
      const error = errorOf(await judge.judge(decoded(...movements), { chainId, purpose: 'broadcast' }))
      expect(error).toMatchObject({ code: 'guard_refused', reference: undefined })
      expect(error.reports).toHaveLength(movements.length - 1)
      expect(error.shortMessage).toMatch(/^Holdfast: /)
      // Of the payee that no decision can help, rather than of the one that only resembles another.
      expect(error.shortMessage).not.toMatch(/resembles|Pay anyway/)
    }
    expect(judge.grants.list()).toEqual([])
  })

  test('behavior: an unknown chain is refused', async () => {
    const judge = createJudge({ now: () => now })
    const error = errorOf(await judge.judge(decoded(moving(stranger)), { chainId: 31_337, purpose: 'broadcast' }))
    expect(error.shortMessage).toBe('Holdfast: payments on chain 31337 cannot be checked.')
  })

  test('behavior: while a source is down, estimates pass; sends and signatures wait', async () => {
    answers = false
    const judge = judgeWith()
    const request = decoded(moving(stranger))
    expect(await judge.judge(request, { chainId, purpose: 'estimate' })).toMatchObject({ verdict: 'pass' })
    for (const purpose of ['broadcast', 'signature'] as const) {
      const judgement = await judge.judge(request, { chainId, purpose })
      expect(judgement.verdict).toBe('unavailable')
      expect(errorOf(judgement)).toMatchObject({ code: 'guard_not_synced', retry: 'later', effect: 'none' })
      expect(errorOf(judgement).shortMessage).toBe(
        'Holdfast: cannot check yet: the history of 0x529084..9EE7 is not complete. Try again later.',
      )
    }
    answers = true
    expect(await judge.judge(request, { chainId, purpose: 'broadcast' })).toMatchObject({ verdict: 'pass' })
  })

  test('parameter: awaitSynced: says how long the history still takes', async () => {
    const judge = judgeWith({ awaitSynced: async () => ({ retryAfterMs: 41_200 }) })
    const request = decoded(moving(genuine))
    expect(await judge.judge(request, { chainId, purpose: 'estimate' })).toEqual({
      verdict: 'pass',
      notes: [],
      reports: [],
      admission: undefined,
    })
    const error = errorOf(await judge.judge(request, { chainId, purpose: 'broadcast' }))
    expect(error).toMatchObject({ code: 'guard_not_synced', advice: { do: 'ask_again', afterMs: 41_200 } })
    expect(error.shortMessage).toContain('Try again in 42 s.')
    expect(scans).toBe(0)
  })

  test('parameter: awaitSynced: gets the payments of a request and its user, and is not called without a payment', async () => {
    const asked: unknown[] = []
    const judge = judgeWith({
      awaitSynced: async (payments, user) => {
        asked.push([payments.map(({ payee }) => payee), user])
        return undefined
      },
    })
    await judge.judge(decoded(), { chainId, purpose: 'broadcast', user: 'me' })
    await judge.judge(decoded(moving(genuine)), { chainId, purpose: 'broadcast', user: 'me' })
    await judge.judge(decoded(moving(genuine)), { chainId, purpose: 'broadcast' })
    expect(asked).toEqual([
      [[genuine], 'me'],
      [[genuine], ''],
    ])
  })

  test('behavior: a finding outranks missing data, in the code and in the text', async () => {
    const { getOutgoingCounterparties } = provider
    const getCounterparties: IDataProvider['getOutgoingCounterparties'] = async (payer, ...rest) => {
      if (payer === stranger) throw new Error('The source is down.')
      return getOutgoingCounterparties(payer, ...rest)
    }
    const judge = judgeWith({
      checkOptions: { provider: { ...provider, getOutgoingCounterparties: getCounterparties } },
    })
    const request = decoded(moving(genuine, 5n, { payer: stranger }), moving(impostor))
    const judgement = await judge.judge(request, { chainId, purpose: 'broadcast' })
    expect(judgement.verdict).toBe('refused')
    const { code, reports, shortMessage } = errorOf(judgement)
    expect(code).toBe('guard_refused')
    expect(reports.map(({ target }) => target)).toEqual([genuine, impostor])
    expect(shortMessage).toContain('0xd9A1C3..3a91 resembles')
  })

  test('behavior: a verdict is kept for five seconds, for the same payment only', async () => {
    const judge = judgeWith()
    const ask = (amount: bigint) => judge.judge(decoded(moving(impostor, amount)), { chainId, purpose: 'estimate' })
    await Promise.all([ask(5n), ask(5n)])
    await ask(5n)
    expect(scans).toBe(1)
    await ask(6n)
    expect(scans).toBe(2)
    now += 5_000
    await ask(5n)
    expect(scans).toBe(3)
  })

  test('behavior: a check that fails late does not end the verdict of a later one', async () => {
    let fail = () => {}
    const waiting = new Promise<never>((_, reject) => {
      fail = () => reject(new Error('The source is down.'))
    })
    const scan = provider.getOutgoingCounterparties
    const slow: IDataProvider = {
      ...provider,
      getOutgoingCounterparties: (...args) => (scans === 0 ? scan(...args).then(() => waiting) : scan(...args)),
    }
    const judge = judgeWith({ checkOptions: { provider: slow } })
    const ask = () => judge.judge(decoded(moving(genuine)), { chainId, purpose: 'broadcast' })
    const late = ask()
    now += 5_000
    expect(wordOf(await ask())).toBe('pass')
    fail()
    expect(wordOf(await late)).toBe('guard_not_synced')
    expect(wordOf(await ask())).toBe('pass')
    expect(scans).toBe(2)
  })

  test('parameter: verdictLifetimeMs', async () => {
    const judge = judgeWith({ verdictLifetimeMs: 0 })
    for (let times = 1; times <= 2; times++) {
      await judge.judge(decoded(moving(genuine)), { chainId, purpose: 'estimate' })
      expect(scans).toBe(times)
    }
  })

  test('behavior: the last thousand verdicts are kept', async () => {
    const judge = judgeWith()
    const ask = (amount: number) =>
      judge.judge(decoded(moving(genuine, BigInt(amount))), { chainId, purpose: 'estimate' })
    for (let amount = 1; amount <= 1_001; amount++) await ask(amount)
    await ask(2)
    expect(scans).toBe(1_001)
    await ask(1)
    expect(scans).toBe(1_002)
  })

  test('behavior: a payment to oneself, or to an own address, is not checked', async () => {
    const judge = judgeWith({ checkOptions: { own: [impostor] } })
    const request = decoded(moving(sender), moving(impostor))
    expect(await judge.judge(request, { chainId, purpose: 'broadcast' })).toMatchObject({
      verdict: 'pass',
      reports: [],
    })
  })

  test('parameter: contacts: an imitation of one is refused', async () => {
    const judge = judgeWith()
    const imitation = '0x8ad1c3788d81257612e2581a6ea0ada244ee1234'
    const request = { chainId, purpose: 'signature' } as const
    expect(wordOf(await judge.judge(decoded(moving(imitation)), request))).toBe('pass')
    expect(wordOf(await judge.judge(decoded(moving(imitation)), { ...request, contacts: [contact] }))).toBe(
      'guard_refused',
    )
    // In every request, where the judge knows it.
    const knowing = judgeWith({ checkOptions: { contacts: [contact] } })
    for (const others of [{}, { contacts: [stranger] } as const])
      expect(wordOf(await knowing.judge(decoded(moving(imitation)), { ...request, ...others }))).toBe('guard_refused')
  })
})

describe('a permission', () => {
  const refuse = async (judge = judgeWith()) => {
    const error = errorOf(await judge.judge(decoded(moving(impostor)), { chainId, purpose: 'estimate' }))
    return { judge, error, reference: error.reference ?? '' }
  }

  test('behavior: used once; the same bytes pass again, others do not', async () => {
    const { judge, reference } = await refuse()
    judge.grants.allow(reference)
    const request = decoded(moving(impostor))
    const send = (digit: number) => judge.judge(request, { chainId, purpose: 'broadcast', hash: hash(digit) })
    expect(wordOf(await send(1))).toBe('pass')
    expect(await send(1)).toEqual({ verdict: 'pass', notes: [], reports: [], admission: undefined })
    const again = errorOf(await send(2))
    expect(again).toMatchObject({ code: 'grant_used', advice: { do: 'look_up_transaction', txHash: hash(1) } })
    expect(wordOf(await judge.judge(request, { chainId, purpose: 'broadcast' }))).toBe('grant_used')
    now += 3_600_000
    expect(wordOf(await send(1))).toBe('pass')
    expect(wordOf(await send(2))).toBe('guard_refused')
  })

  test('behavior: an estimate does not use it', async () => {
    const { judge, reference } = await refuse()
    judge.grants.allow(reference)
    for (let i = 0; i < 3; i++)
      expect(wordOf(await judge.judge(decoded(moving(impostor)), { chainId, purpose: 'estimate' }))).toBe('pass')
    expect(wordOf(await judge.judge(decoded(moving(impostor)), { chainId, purpose: 'broadcast' }))).toBe('pass')
  })

  test('behavior: a payment that needs none does not use it', async () => {
    let paid: Address[] = [genuine]
    const getOutgoingCounterparties = async () => ({ counterparties: paid, complete: true })
    const judge = judgeWith({ checkOptions: { provider: { ...provider, getOutgoingCounterparties } } })
    const { reference } = await refuse(judge)
    judge.grants.allow(reference)
    const send = () => judge.judge(decoded(moving(impostor)), { chainId, purpose: 'broadcast' })
    paid = []
    expect(await send()).toMatchObject({ verdict: 'pass', admission: undefined })
    paid = [genuine]
    expect([wordOf(await send()), wordOf(await send())]).toEqual(['pass', 'grant_used'])
  })

  test('behavior: of two requests at once, one uses it', async () => {
    const { judge, reference } = await refuse()
    judge.grants.allow(reference)
    const send = (digit: number) =>
      judge.judge(decoded(moving(impostor)), { chainId, purpose: 'broadcast', hash: hash(digit) })
    const words = (await Promise.all([send(1), send(2), send(3)])).map(wordOf)
    expect(words.toSorted()).toEqual(['grant_used', 'grant_used', 'pass'])
  })

  test('behavior: of two requests at once, the refusal is about the payment that needed it', async () => {
    const { judge, reference } = await refuse()
    judge.grants.allow(reference)
    const request = decoded(moving(genuine), moving(impostor))
    const send = () => judge.judge(request, { chainId, purpose: 'broadcast' })
    const refused = (await Promise.all([send(), send()])).filter(({ verdict }) => verdict !== 'pass')
    expect(refused.map((one) => errorOf(one).reports.map(({ target }) => target))).toEqual([[impostor]])
  })

  test('behavior: released if nothing was sent, and can then be used again', async () => {
    const { judge, reference } = await refuse()
    judge.grants.allow(reference)
    const send = () => judge.judge(decoded(moving(impostor)), { chainId, purpose: 'broadcast' })
    const first = await send()
    expect(wordOf(await send())).toBe('grant_used')
    if (first.verdict === 'pass') first.admission?.release()
    const second = await send()
    if (second.verdict === 'pass') second.admission?.bind(hash(1))
    if (second.verdict === 'pass') second.admission?.release()
    expect(wordOf(await send())).toBe('grant_used')
  })

  test.each<[string, Movement, string]>([
    ['less', moving(impostor, 4n), 'pass'],
    ['more', moving(impostor, 6n), 'grant_mismatch'],
    ['without a limit', moving(impostor, 5n, { amount: undefined }), 'grant_mismatch'],
    ['another token', moving(impostor, 5n, { token: 'native' }), 'grant_mismatch'],
    ['another chain of arrival', moving(impostor, 5n, { chainId: 84_532 }), 'grant_mismatch'],
    ['another payer', moving(impostor, 5n, { payer: stranger }), 'guard_refused'],
    ['another target', moving(second), 'guard_refused'],
  ])('behavior: %s', async (_, movement, expected) => {
    const { judge, reference } = await refuse()
    judge.grants.allow(reference)
    const judgement = await judge.judge(decoded(movement), { chainId, purpose: 'broadcast' })
    expect(wordOf(judgement)).toBe(expected)
    const isMismatch =
      judgement.verdict !== 'pass' && judgement.error.shortMessage.includes('Another payment was allowed')
    expect(isMismatch).toBe(expected === 'grant_mismatch')
  })

  test('behavior: on another chain it does not count', async () => {
    const { judge, reference } = await refuse()
    judge.grants.allow(reference)
    const judgement = await judge.judge(decoded(moving(impostor)), { chainId: 84_532, purpose: 'broadcast' })
    expect(wordOf(judgement)).toBe('grant_mismatch')
  })

  test('behavior: two partial payments count as one', async () => {
    const { judge, reference } = await refuse()
    judge.grants.allow(reference)
    const halves = decoded(moving(impostor, 3n), moving(impostor, 3n))
    expect(wordOf(await judge.judge(halves, { chainId, purpose: 'broadcast' }))).toBe('grant_mismatch')
    const endless = decoded(moving(impostor), moving(impostor, 5n, { amount: undefined }))
    const error = errorOf(await judge.judge(endless, { chainId, purpose: 'broadcast' }))
    expect(error.report?.amount).toBe(maxUint256)
  })

  test('behavior: it expires, and then the refusal can no longer be allowed', async () => {
    const { judge, reference } = await refuse()
    judge.grants.allow(reference)
    now += 900_000
    expect(wordOf(await judge.judge(decoded(moving(impostor)), { chainId, purpose: 'broadcast' }))).toBe(
      'guard_refused',
    )
    expect(() => judge.grants.allow(reference)).toThrow(InvalidInputError)
    expect(() => judge.grants.allow(reference)).toThrow('No refusal of the last 15 minutes fits.')
  })

  test('behavior: one that ends while the payment is checked does not count', async () => {
    let checked = () => {}
    const slow: IDataProvider = {
      ...provider,
      getAddressActivity: async (...args) => {
        checked()
        return provider.getAddressActivity(...args)
      },
    }
    const judge = judgeWith({ checkOptions: { provider: slow } })
    const request = decoded(moving(impostor))
    const ask = () => judge.judge(request, { chainId, purpose: 'broadcast', hash: hash(1) })
    judge.grants.allow(errorOf(await ask()).reference ?? '')
    checked = () => {
      now += 15 * 60_000
    }
    expect(wordOf(await ask())).toBe('guard_refused')
    expect(judge.grants.isAdmitted(hash(1))).toBe(false)
  })

  test('behavior: a new finding is not covered', async () => {
    const { judge, reference } = await refuse()
    judge.grants.allow(reference)
    baited = [impostor]
    const error = errorOf(await judge.judge(decoded(moving(impostor)), { chainId, purpose: 'broadcast' }))
    expect(error.code).toBe('grant_mismatch')
    expect(error.report?.reasons.map(({ code }) => code)).toContain('ZERO_VALUE_BAIT')
    judge.grants.allow(error.reference ?? '')
    expect(wordOf(await judge.judge(decoded(moving(impostor)), { chainId, purpose: 'broadcast' }))).toBe('pass')
  })

  test('behavior: can be given by the report of an error, or a copy of it', async () => {
    const { judge, error } = await refuse()
    expect(judge.grants.allow({ ...(error.report as NonNullable<typeof error.report>) })).toHaveLength(1)
    expect(wordOf(await judge.judge(decoded(moving(impostor)), { chainId, purpose: 'broadcast' }))).toBe('pass')
  })

  test('behavior: a repeated decision counts once', async () => {
    const { judge, reference, error } = await refuse()
    judge.grants.allow(reference)
    judge.grants.allow(reference)
    if (error.report) judge.grants.allow(error.report)
    const send = () => judge.judge(decoded(moving(impostor)), { chainId, purpose: 'broadcast' })
    expect(wordOf(await send())).toBe('pass')
    expect(wordOf(await send())).toBe('grant_used')
  })

  test('behavior: for a request with two refused payments, covers both or neither', async () => {
    const judge = judgeWith()
    const request = decoded(moving(impostor), moving(second))
    const error = errorOf(await judge.judge(request, { chainId, purpose: 'broadcast' }))
    expect(error.reports).toHaveLength(2)
    if (error.report) judge.grants.allow(error.report)
    expect(wordOf(await judge.judge(request, { chainId, purpose: 'broadcast' }))).not.toBe('pass')
    judge.grants.allow(error.reference ?? '')
    expect(wordOf(await judge.judge(request, { chainId, purpose: 'broadcast' }))).toBe('pass')
  })

  test('behavior: for a payment that cannot be checked', async () => {
    answers = false
    const judge = judgeWith()
    const request = decoded(moving(stranger))
    const error = errorOf(await judge.judge(request, { chainId, purpose: 'broadcast' }))
    judge.grants.allow(error.reference ?? '')
    expect(wordOf(await judge.judge(request, { chainId, purpose: 'broadcast' }))).toBe('pass')
  })
})

describe('createGrants', () => {
  test('behavior: a refusal that differs in anything has a code of its own', async () => {
    const judge = judgeWith()
    await judge.judge(decoded(moving(impostor)), { chainId, purpose: 'estimate' })
    const [{ payments, code } = { payments: [], code: '' }] = judge.grants.list()
    const [first] = payments
    if (!first) throw new Error('Nothing was refused.')
    expect(judge.grants.refuse([{ ...first, token: first.token.toUpperCase().replace('0X', '0x') as Address }])).toBe(
      code,
    )
    const { report } = first
    const others = [
      { ...first, payer: stranger },
      { ...first, payee: stranger },
      { ...first, token: contact },
      { ...first, chainId: 1 },
      { ...first, payeeChainId: 1 },
      { ...first, amount: 6n },
      { ...first, report: { ...report, reasons: [] } },
    ] as const
    const codes = others.map((one) => judge.grants.refuse([one]))
    expect(new Set([code, ...codes, judge.grants.refuse([first, first])]).size).toBe(9)
    // By a report only where it is that of the refusal.
    const reports = [{ chainId: 1 }, { amount: 7n }, { sender: stranger }, { target: contact }]
    for (const over of reports) expect(() => judge.grants.allow({ ...report, ...over } as typeof report)).toThrow()
    expect(judge.grants.allow(report)).toHaveLength(1)
  })

  test('behavior: the same refusal keeps its code, and a code authorises nothing', async () => {
    const grants = createGrants({ now: () => now })
    const judge = judgeWith({ grants })
    const ask = async () =>
      errorOf(await judge.judge(decoded(moving(impostor)), { chainId, purpose: 'broadcast' })).reference
    const [first, second] = [await ask(), await ask()]
    expect(first).toBe(second)
    expect(grants.list()).toEqual([
      {
        code: first,
        at: now,
        user: '',
        payments: [expect.objectContaining({ payer: sender, payee: impostor, amount: 5n, token })],
      },
    ])
    const typed = ` ${first?.toLowerCase()} `
    expect(grants.find(typed)).toEqual(grants.list()[0])
    expect(grants.allow(typed)).toHaveLength(1)
    now += 900_000
    expect([grants.find(typed), grants.list(), grants.grantsFor({ payer: sender, payee: impostor })]).toEqual([
      undefined,
      [],
      [],
    ])
    expect(await ask()).not.toBe(first)
  })

  test('error: a code or a report that belongs to no refusal', () => {
    expect(() => createGrants().allow('7K3P')).toThrow(InvalidInputError)
    expect(() => createGrants().allow('7K3P')).toThrow(expect.objectContaining({ parameter: 'refusal' }))
  })

  test('behavior: remembers the last 10,000 transactions that have used one', () => {
    const grants = createGrants()
    const nth = (index: number): Hash => `0x${String(index).padStart(64, '0')}`
    for (let index = 0; index < 10_001; index++) grants.use([])?.bind(nth(index))
    expect([0, 1, 10_000].map((index) => grants.isAdmitted(nth(index)))).toEqual([false, true, true])
  })

  test('behavior: another user can neither see, use nor displace pending refusals', async () => {
    const judge = judgeWith()
    const ask = (user: string) =>
      judge.judge(decoded(moving(impostor)), { chainId, purpose: 'broadcast', hash: hash(1), user })
    const [mine, theirs] = [errorOf(await ask('me')).reference, errorOf(await ask('them')).reference]
    expect(mine).not.toBe(theirs)
    judge.grants.allow(theirs ?? '')
    expect(wordOf(await ask('me'))).toBe('guard_refused')
    const [{ payments } = { payments: [] }] = judge.grants.list()
    const flood = Array.from({ length: 1_200 }, (_, index) =>
      payments.map((one) => ({ ...one, amount: BigInt(index) })),
    )
    for (const one of flood) judge.grants.refuse(one, 'them')
    expect(judge.grants.find(mine ?? '')).toMatchObject({ user: 'me' })
    expect(judge.grants.list()).toHaveLength(1_001)
    expect(wordOf(await ask('them'))).toBe('pass')
  })

  test('behavior: keeps at most 2,000 pending payments of a user, however many one request has', async () => {
    const judge = judgeWith()
    const many = Array.from({ length: 256 }, (_, index) => moving(impostor, 1n, { chainId: chainId + index }))
    await judge.judge(decoded(moving(impostor, 1n)), { chainId, purpose: 'estimate' })
    const [{ payments } = { payments: [] }] = judge.grants.list()
    const [first] = payments
    if (!first) throw new Error('Nothing was refused.')
    for (let amount = 2n; amount < 102n; amount++)
      judge.grants.refuse(many.map(({ chainId: payeeChainId }) => ({ ...first, payeeChainId, amount })))
    const waiting = () => judge.grants.list().flatMap((one) => one.payments)
    // Seven refusals of 256: an eighth would be too much.
    expect(waiting()).toHaveLength(1_792)
    // The newest refusal is kept with all its payments.
    expect(waiting().filter(({ amount }) => amount === 101n)).toHaveLength(256)
    judge.grants.refuse(Array.from({ length: 208 }, () => ({ ...first, amount: 102n })))
    expect(waiting()).toHaveLength(2_000)
    judge.grants.refuse([{ ...first, amount: 103n }])
    expect(waiting()).toHaveLength(2_001 - 256)
  })

  test('behavior: keeps at most 1,000 refusals of a user', async () => {
    const judge = judgeWith()
    await judge.judge(decoded(moving(impostor, 1n)), { chainId, purpose: 'estimate' })
    const [{ payments } = { payments: [] }] = judge.grants.list()
    for (let amount = 2n; amount <= 1_010n; amount++) judge.grants.refuse(payments.map((one) => ({ ...one, amount })))
    expect(judge.grants.list()).toHaveLength(1_000)
    expect(judge.grants.list()[0]?.payments[0]?.amount).toBe(11n)
  })
})
