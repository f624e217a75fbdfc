import { type Address, createPublicClient, custom } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { primaryChain } from '../chain/viemChain.js'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import { RiskBlockedError, type RiskReport } from '../errors/risk.js'
import { version } from '../errors/version.js'
import { evaluateRisk } from './evaluateRisk.js'
import { type GuardSendOptions, guardSend } from './guardSend.js'
import type { IDataProvider } from './history/IDataProvider.js'
import { MAX_REPORT_AGE_MS } from './reportAge.js'

const now = new Date('2026-11-20T12:00:00Z')
const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
const genuine = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const impostor = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const stranger = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

let scans: number
let baits: number
let isNew: boolean
const provider: IDataProvider = {
  getOutgoingCounterparties: async () => {
    scans++
    return { counterparties: [genuine], complete: true }
  },
  getAddressActivity: async () =>
    isNew ? { transactionCount: 0, firstSeenAt: null } : { transactionCount: 7, firstSeenAt: new Date(0) },
  countZeroValueTransfers: async () => baits,
}
/** Says that there is no verified recipient. */
const client = createPublicClient({ transport: custom({ request: async () => `0x${'0'.repeat(64)}` }) })
const contractAddress = genuine

beforeEach(() => {
  scans = 0
  baits = 0
  isNew = false
})

const guard = (target: Address, options: Partial<GuardSendOptions> = {}) =>
  guardSend(sender, target, { client, contractAddress, now, checkOptions: { provider }, ...options })
/** What an earlier check would have said. */
const earlier = (target: Address, ageMs: number, from: Address = sender): RiskReport =>
  evaluateRisk(
    {
      sender: from,
      target,
      counterparties: { counterparties: [genuine], complete: true },
      activity: { transactionCount: 7, firstSeenAt: new Date(0) },
      zeroValueTransfers: 0,
    },
    new Date(now.getTime() - ageMs),
  )

describe('guardSend', () => {
  test('default: lets a clean payment through, and reports', async () => {
    const reports: RiskReport[] = []
    const report = await guard(stranger, { onReport: (one) => reports.push(one) })
    expect(report).toMatchObject({ level: 'safe', complete: true, checkedAt: now })
    expect(reports).toEqual([report])
  })

  test('behavior: a block stops the payment, with everything a person needs', async () => {
    version.current = '@holdfast/sdk@x.y.z'
    const reports: RiskReport[] = []
    const error = await guard(impostor, { onReport: (one) => reports.push(one) }).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(RiskBlockedError)
    expect(error).toMatchObject({ code: 'risk_blocked', reasons: ['LOOKALIKE_ADDRESS'], report: { level: 'block' } })
    expect(error.message).toMatchInlineSnapshot(`
      "The payment to 0xd9A1C3788D81257612E2581A6ea0aDa244853a91 was stopped before any money moved.

      To:         0xd9A1C3788D81257612E2581A6ea0aDa244853a91
      Looks like: 0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91
      LOOKALIKE_ADDRESS: Shows the same first and last characters as an address you know, but is another one.

      Get the address from its owner again. Do not copy it from a transaction history.

      Version: @holdfast/sdk@x.y.z"
    `)
    expect(reports).toEqual([])
  })

  test('parameter: onWarning', async () => {
    isNew = true
    expect(await guard(stranger)).toMatchObject({ level: 'warning' })
    const error = await guard(stranger, { onWarning: 'block' }).catch((thrown) => thrown)
    expect(error).toMatchObject({ name: 'RiskBlockedError', reasons: ['NEW_ADDRESS'] })
  })

  test('parameter: skipRiskCheck', async () => {
    expect(await guard(impostor, { skipRiskCheck: true })).toBeUndefined()
    expect(scans).toBe(0)
  })

  test('parameter: report, used while it fits and is young', async () => {
    expect(MAX_REPORT_AGE_MS).toBe(120_000)
    const report = earlier(stranger, MAX_REPORT_AGE_MS - 1)
    expect(await guard(stranger, { report })).toBe(report)
    await expect(guard(impostor, { report: earlier(impostor, 0) })).rejects.toThrow(RiskBlockedError)
    expect(scans).toBe(0)
  })

  test.each([
    ['too old', earlier(stranger, MAX_REPORT_AGE_MS)],
    ['from the future', earlier(stranger, -1)],
    ['of another target', earlier(genuine, 0)],
    ['of another sender', earlier(stranger, 0, genuine)],
    ['that went through JSON', JSON.parse(JSON.stringify(earlier(stranger, 0)))],
    ['without a time', { ...earlier(stranger, 0), checkedAt: new Date(Number.NaN) }],
  ])('parameter: report %s is replaced by a new check', async (_, report) => {
    baits = 1
    await expect(guard(stranger, { report })).rejects.toThrow(RiskBlockedError)
    expect(scans).toBe(1)
  })

  test('parameter: report of another chain is replaced by a new check', async () => {
    const onChain = createPublicClient({ chain: primaryChain, transport: custom({ request: async () => '0x0' }) })
    const report = { ...earlier(stranger, 0), chainId: 84532 }
    expect(await guard(stranger, { report, client: onChain })).not.toBe(report)
    expect(scans).toBe(1)
    const same = { ...report, chainId: primaryChain.id }
    expect(await guard(stranger, { report: same, client: onChain })).toBe(same)
    // One that names no chain fits any.
    const anywhere = earlier(stranger, 0)
    expect(await guard(stranger, { report: anywhere, client: onChain })).toBe(anywhere)
    expect(scans).toBe(1)
  })

  test('parameter: acknowledgement covers a block that was seen, after a new check', async () => {
    const acknowledgement = { report: earlier(impostor, 5_000), at: now.getTime() - 1_000 }
    const reports: RiskReport[] = []
    const onReport = (one: RiskReport) => reports.push(one)
    const report = await guard(impostor, { acknowledgement, report: acknowledgement.report, onReport })
    expect(report).toMatchObject({ level: 'block', checkedAt: now })
    expect(reports).toEqual([report])
    expect(scans).toBe(1)
  })

  test('parameter: acknowledgement does not cover what has come since', async () => {
    const acknowledgement = { report: earlier(impostor, 5_000), at: now.getTime() - 1_000 }
    baits = 1
    const error = await guard(impostor, { acknowledgement }).catch((thrown) => thrown)
    expect(error).toMatchObject({ name: 'RiskBlockedError', reasons: ['LOOKALIKE_ADDRESS', 'ZERO_VALUE_BAIT'] })
    baits = 0
    const stale = { ...acknowledgement, at: now.getTime() - 900_000 }
    await expect(guard(impostor, { acknowledgement: stale })).rejects.toThrow(RiskBlockedError)
  })

  test('parameter: acknowledgement is not needed where nothing would stop the payment', async () => {
    const acknowledgement = { report: earlier(impostor, 0), at: 0 }
    expect(await guard(genuine, { acknowledgement })).toMatchObject({ level: 'safe' })
  })

  test('parameter: checkOptions outrank client and clock', async () => {
    const broken = createPublicClient({
      transport: custom({ request: () => Promise.reject(new Error('down')) }, { retryCount: 0 }),
    })
    const checkOptions = { provider, now, client: undefined, contractAddress: undefined }
    expect(await guard(stranger, { now: undefined, checkOptions })).toMatchObject({ complete: true, checkedAt: now })
    expect(await guard(stranger, { checkOptions: { provider, client: broken } })).toMatchObject({ complete: false })
  })

  test('parameter: checkOptions that are undefined outrank nothing', async () => {
    let requests = 0
    const request = async () => {
      requests++
      return `0x${'0'.repeat(64)}`
    }
    const counted = createPublicClient({ transport: custom({ request }) })
    const checkOptions = { provider, client: undefined, contractAddress: undefined, now: undefined }
    await guard(stranger, { client: counted, checkOptions })
    expect(requests).toBeGreaterThan(0)
  })

  test('parameter: checkOptions are not needed', async () => {
    const report = { ...earlier(stranger, 0), checkedAt: new Date() }
    expect(await guardSend(sender, stranger, { client, contractAddress, report })).toBe(report)
    // This client names no chain, so nothing answers.
    const error = await guardSend(sender, stranger, { client, contractAddress }).catch((thrown) => thrown)
    expect(error).toMatchObject({ name: 'RiskBlockedError', reasons: ['DATA_UNAVAILABLE'] })
  })

  test('error: an acknowledgement without an amount, where the payment names one, before any request', async () => {
    const acknowledgement = { report: earlier(impostor, 1_000), at: now.getTime() }
    await expect(guard(impostor, { acknowledgement, amount: 5n })).rejects.toThrow(InvalidInputError)
    expect(scans).toBe(0)
    await expect(guard(impostor, { acknowledgement })).resolves.toMatchObject({ level: 'block' })
    const enough = { ...acknowledgement, amount: 5n }
    await expect(guard(impostor, { acknowledgement: enough, amount: 5n })).resolves.toMatchObject({ amount: 5n })
    await expect(guard(impostor, { acknowledgement: enough, amount: 6n })).rejects.toThrow(RiskBlockedError)
  })

  test('error: bad addresses, before any request', async () => {
    await expect(guard('0x12')).rejects.toThrow(InvalidAddressError)
    await expect(guard('0x12')).rejects.toMatchObject({ parameter: 'target' })
    await expect(guardSend('0x12', stranger, { client, contractAddress })).rejects.toMatchObject({
      parameter: 'sender',
    })
    expect(scans).toBe(0)
  })
})
