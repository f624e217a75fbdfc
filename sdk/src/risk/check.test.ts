import { deployments, protectedTransferAbi } from '@holdfast/contracts'
import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import {
  type Address,
  createPublicClient,
  custom,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  http,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { primaryChain } from '../chain/viemChain.js'
import { UnknownChainError } from '../errors/chain.js'
import { InvalidAddressError } from '../errors/input.js'
import { type CheckOptions, check } from './check.js'
import type { IDataProvider } from './history/IDataProvider.js'

const now = new Date('2026-11-20T12:00:00Z')
const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
const genuine = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const impostor = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const stranger = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

const healthy: IDataProvider = {
  getOutgoingCounterparties: async () => ({ counterparties: [genuine], complete: true }),
  getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date('2025-01-01') }),
  countZeroValueTransfers: async () => 0,
}
const down = async () => {
  throw new Error('down')
}
const silent = () => new Promise<never>(() => {})

/** A client that answers `isVerifiedRecipient` and notes what it was asked. */
function clientOf(
  answer: boolean | 'down',
  asked: unknown[] = [],
  chain: typeof primaryChain | undefined = primaryChain,
) {
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_chainId') return '0x4cef52'
    if (method !== 'eth_call' || answer === 'down') throw new Error(`${method} refused`)
    const [{ to, data }] = params as [{ to: Address; data: Hex }]
    asked.push({ to, ...decodeFunctionData({ abi: protectedTransferAbi, data }) })
    return encodeFunctionResult({ abi: protectedTransferAbi, functionName: 'isVerifiedRecipient', result: answer })
  }
  return createPublicClient({ chain, transport: custom({ request }, { retryCount: 0 }) })
}
const run = (target: Address, options: CheckOptions = {}) =>
  check(sender, target, { provider: healthy, now, ...options })

describe('check', () => {
  test('default: three healthy answers may be safe, without a client', async () => {
    expect(await run(stranger)).toMatchObject({ level: 'safe', complete: true, reasons: [], checkedAt: now })
    expect((await run(genuine)).reasons.map(({ code }) => code)).toEqual(['KNOWN_COUNTERPARTY'])
  })

  test('behavior: a lookalike is blocked', async () => {
    const report = await run(impostor.toLowerCase() as Address)
    expect(report).toMatchObject({ level: 'block', complete: true, target: impostor })
    expect(report.reasons[0]).toMatchObject({ code: 'LOOKALIKE_ADDRESS', lookalikeOf: genuine })
  })

  test('behavior: baits are sought from target to sender', async () => {
    const countZeroValueTransfers = async (from: Address, to: Address) => (from === stranger && to === sender ? 3 : 0)
    const report = await run(stranger, { provider: { ...healthy, countZeroValueTransfers } })
    expect(report.reasons).toMatchObject([{ code: 'ZERO_VALUE_BAIT', count: 3, severity: 'block' }])
  })

  test('parameter: contacts, own', async () => {
    expect((await run('0x861700000000000000000000000000000000070D', { contacts: [stranger] })).level).toBe('block')
    expect((await run('0x861700000000000000000000000000000000070D', { own: [stranger] })).level).toBe('block')
  })

  test("parameter: client, with one eth_call to the registry's contract", async () => {
    const asked: unknown[] = []
    const report = await run(stranger, { client: clientOf(true, asked) })
    expect(report.reasons.map(({ code }) => code)).toEqual(['VERIFIED_RECIPIENT'])
    const to = deployments[5042002].transferContract.toLowerCase()
    expect(asked).toEqual([
      { to: expect.stringMatching(new RegExp(to, 'i')), functionName: 'isVerifiedRecipient', args: [sender, stranger] },
    ])
  })

  test('parameter: client without a chain is asked for it; contractAddress outranks the registry', async () => {
    const asked: unknown[] = []
    await run(stranger, { client: clientOf(false, asked, undefined) })
    await run(stranger, { client: clientOf(false, asked, undefined), contractAddress: genuine })
    expect(asked).toMatchObject(
      [{ to: deployments[5042002].transferContract }, { to: genuine.toLowerCase() }].map(({ to }) => ({
        to: expect.stringMatching(new RegExp(to, 'i')),
      })),
    )
  })

  test('parameter: client on a chain without a transfer contract: the sign is absent, not missing', async () => {
    const chain = { ...primaryChain, id: 31_337 as 5042002 }
    expect(await run(stranger, { client: clientOf('down', [], chain) })).toMatchObject({
      level: 'safe',
      complete: true,
    })
  })

  test.each([1, 2, 3, 4, 5, 6, 7])('parameter: timeoutMs counts the silent as missing (subset %i)', async (bits) => {
    const sources = ['counterparties', 'activity', 'zeroValueTransfers'].filter((_, index) => bits & (1 << index))
    const provider: IDataProvider = {
      getOutgoingCounterparties: bits & 1 ? silent : healthy.getOutgoingCounterparties,
      getAddressActivity: bits & 2 ? silent : healthy.getAddressActivity,
      countZeroValueTransfers: bits & 4 ? silent : healthy.countZeroValueTransfers,
    }
    const report = await run(stranger, { provider, timeoutMs: 10 })
    const severity = bits & 1 ? 'block' : 'warning'
    expect(report).toMatchObject({ level: severity, complete: false })
    expect(report.reasons).toMatchObject([{ code: 'DATA_UNAVAILABLE', severity, sources }])
  })

  test('parameter: signal ends the check and the requests', async () => {
    const controller = new AbortController()
    const signals: (AbortSignal | undefined)[] = []
    const getAddressActivity: IDataProvider['getAddressActivity'] = (_, options) => {
      signals.push(options?.signal)
      return silent()
    }
    const pending = run(stranger, { provider: { ...healthy, getAddressActivity }, signal: controller.signal })
    const rejection = expect(pending).rejects.toThrow('enough')
    await new Promise((resolve) => setImmediate(resolve))
    controller.abort(new Error('enough'))
    await rejection
    expect(signals[0]?.aborted).toBe(true)
    await expect(run(stranger, { signal: controller.signal })).rejects.toThrow('enough')
  })

  test('behavior: every subset of failing sources, each in every way, is named and never safe', async () => {
    const faults = ['ok', 'rejects', 'throws', 'nonsense'] as const
    const fault = fc.constantFrom(...faults)
    const broken = (kind: (typeof faults)[number], good: () => Promise<unknown>, nonsense: unknown) => {
      if (kind === 'throws')
        return () => {
          throw new Error('thrown')
        }
      return { ok: good, rejects: down, nonsense: async () => nonsense }[kind] as () => Promise<never>
    }
    const nonsense = {
      scan: fc.constantFrom(
        undefined,
        null,
        [],
        {},
        { counterparties: [genuine] },
        { counterparties: ['0x1'], complete: true },
      ),
      activity: fc.constantFrom(
        undefined,
        {},
        { transactionCount: -1, firstSeenAt: null },
        { transactionCount: 1, firstSeenAt: '2020' },
      ),
      count: fc.constantFrom(undefined, null, Number.NaN, -1, 1.5, '0'),
    }
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(fault, fault, fault, fc.constantFrom('ok', 'down', 'none')),
        fc.tuple(nonsense.scan, nonsense.activity, nonsense.count),
        fc.constantFrom(stranger, genuine, impostor),
        async ([history, activity, zero, node], [scan, odd, count], target) => {
          const provider = {
            getOutgoingCounterparties: broken(
              history,
              async () => ({ counterparties: [genuine], complete: true }),
              scan,
            ),
            getAddressActivity: broken(activity, async () => ({ transactionCount: 7, firstSeenAt: new Date(0) }), odd),
            countZeroValueTransfers: broken(zero, async () => 0, count),
          }
          const client = node === 'none' ? undefined : clientOf(node === 'ok' ? false : 'down')
          const report = await run(target as Address, { provider, client })
          const missing = [
            ...(history === 'ok' ? [] : ['counterparties']),
            ...(activity === 'ok' ? [] : ['activity']),
            ...(zero === 'ok' ? [] : ['zeroValueTransfers']),
            ...(node === 'down' ? ['verifiedRecipient'] : []),
          ]
          expect(report.complete).toBe(missing.length === 0)
          expect(report.reasons.find(({ code }) => code === 'DATA_UNAVAILABLE')?.sources ?? []).toEqual(missing)
          if (missing.length > 0) expect(report.level).not.toBe('safe')
          if (history !== 'ok') expect(report.level).toBe('block')
        },
      ),
      runs(300, 1_500),
    )
  })

  test('error: bad addresses, before any request', async () => {
    let requests = 0
    const count = async () => {
      requests++
      return down()
    }
    const provider = { getOutgoingCounterparties: count, getAddressActivity: count, countZeroValueTransfers: count }
    await expect(check(sender, '0x12', { provider })).rejects.toThrow(InvalidAddressError)
    await expect(check('0x0000000000000000000000000000000000000000', genuine, { provider })).rejects.toThrow(
      'zero address',
    )
    await expect(check(sender, genuine.replace('9A', '9a') as Address, { provider })).rejects.toThrow('checksum')
    await expect(check(sender, genuine, { provider, contacts: ['0x1'] })).rejects.toThrow('contacts')
    expect(requests).toBe(0)
  })

  test('error: a chain that the registry does not know has no default provider', async () => {
    const client = createPublicClient({ chain: { ...primaryChain, id: 31_337 }, transport: http('http://127.0.0.1:9') })
    await expect(check(sender, genuine, { client })).rejects.toThrow(UnknownChainError)
  })
})
