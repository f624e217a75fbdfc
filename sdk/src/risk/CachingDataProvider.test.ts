import type { Address } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { CachingDataProvider } from './CachingDataProvider.js'
import type { CounterpartyScan, IDataProvider } from './IDataProvider.js'

const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const full: CounterpartyScan = { counterparties: [other], complete: true }

let calls: string[]
let answer: () => Promise<CounterpartyScan>
let clock: number
const inner: IDataProvider = {
  getOutgoingCounterparties: (address) => {
    calls.push(address)
    return answer()
  },
  getAddressActivity: async (address) => {
    calls.push(`activity ${address}`)
    return { transactionCount: 1, firstSeenAt: null }
  },
  countZeroValueTransfers: async (from, to) => {
    calls.push(`zero ${from} ${to}`)
    return 0
  },
}
const create = (ttlMs?: number) => new CachingDataProvider(inner, { now: () => clock, ttlMs })

beforeEach(() => {
  calls = []
  clock = 1_000_000
  answer = async () => full
})

describe('CachingDataProvider', () => {
  test('default: one minute, for each sender, in any letter case', async () => {
    const provider = create()
    expect(await provider.getOutgoingCounterparties(sender)).toBe(full)
    clock += 59_999
    expect(await provider.getOutgoingCounterparties(sender.toLowerCase() as Address)).toBe(full)
    expect(calls).toEqual([sender])
    await provider.getOutgoingCounterparties(other)
    clock += 1
    await provider.getOutgoingCounterparties(sender)
    expect(calls).toEqual([sender, other, sender])
  })

  test('behavior: a clock that was set back ends the time', async () => {
    const provider = create()
    await provider.getOutgoingCounterparties(sender)
    clock -= 10
    await provider.getOutgoingCounterparties(sender)
    expect(calls).toHaveLength(2)
  })

  test('behavior: concurrent calls share one request', async () => {
    const provider = create(0)
    const scans = await Promise.all([1, 2, 3].map(() => provider.getOutgoingCounterparties(sender)))
    expect(scans).toEqual([full, full, full])
    expect(calls).toHaveLength(1)
    await provider.getOutgoingCounterparties(sender)
    expect(calls).toHaveLength(2)
  })

  test('behavior: a failure reaches everybody who waits, and is not kept', async () => {
    const provider = create()
    answer = () => Promise.reject(new Error('down'))
    const both = await Promise.allSettled([1, 2].map(() => provider.getOutgoingCounterparties(sender)))
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(calls).toHaveLength(1)
    answer = () => {
      throw new Error('down at once')
    }
    await expect(provider.getOutgoingCounterparties(sender)).rejects.toThrow('down at once')
    answer = async () => full
    expect(await provider.getOutgoingCounterparties(sender)).toBe(full)
    expect(calls).toHaveLength(3)
  })

  test('behavior: an incomplete scan is handed out and not kept', async () => {
    const provider = create()
    answer = async () => ({ ...full, complete: false })
    expect((await provider.getOutgoingCounterparties(sender)).complete).toBe(false)
    await provider.getOutgoingCounterparties(sender)
    expect(calls).toHaveLength(2)
  })

  test('behavior: who gives up leaves the others their request', async () => {
    const provider = create()
    let finish = (_: CounterpartyScan) => {}
    answer = () => new Promise((resolve) => (finish = resolve))
    const controller = new AbortController()
    const impatient = provider.getOutgoingCounterparties(sender, { signal: controller.signal })
    const patient = provider.getOutgoingCounterparties(sender)
    controller.abort(new Error('enough'))
    await expect(impatient).rejects.toThrow('enough')
    finish(full)
    expect(await patient).toBe(full)
    await expect(provider.getOutgoingCounterparties(sender, { signal: controller.signal })).rejects.toThrow('enough')
    expect(calls).toHaveLength(1)
  })

  test('behavior: facts about a target are never kept', async () => {
    const provider = create()
    for (const _ of [1, 2]) {
      await provider.getAddressActivity(other)
      await provider.countZeroValueTransfers(other, sender)
    }
    expect(calls).toHaveLength(4)
    expect(calls[1]).toBe(`zero ${other} ${sender}`)
  })

  test('error: a time to live that is none', () => {
    expect(() => create(-1)).toThrow(InvalidInputError)
    expect(() => create(Number.NaN)).toThrow(InvalidInputError)
  })
})
