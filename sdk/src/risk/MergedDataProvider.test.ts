import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { DataUnavailableError } from '../errors/risk.js'
import type { HistoryReading, IDataProvider } from './history/IDataProvider.js'
import { MergedDataProvider } from './MergedDataProvider.js'

const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
const one = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const two = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

/** A provider of one chain, whose sender has paid one address. */
function chain(chainId: number, payee: Address, over: Partial<IDataProvider> = {}): IDataProvider {
  const record = {
    chainId,
    token: null,
    canonical: true,
    from: sender,
    to: payee,
    value: 1n,
    decimals: 6,
    signer: sender,
    blockNumber: 1n,
    logIndex: 0,
    timestamp: null,
    transactionHash: `0x${chainId}`,
  } as const
  return {
    getOutgoingCounterparties: async () => ({ counterparties: [payee], complete: true }),
    getAddressActivity: async () => ({ transactionCount: chainId, firstSeenAt: new Date(chainId) }),
    countZeroValueTransfers: async () => chainId,
    getHistory: async (): Promise<HistoryReading> => ({
      sender,
      records: [record],
      complete: true,
      extents: [{ chainId, fromBlock: 0n, toBlock: 9n }],
    }),
    getSettledRecipients: async () => [
      { address: payee, blockNumber: 1n, transactionHash: `0x${chainId}`, timestamp: null },
    ],
    ...over,
  }
}
const fail = async (): Promise<never> => {
  throw new Error('The explorer is down.')
}
const merged = (...providers: IDataProvider[]) => new MergedDataProvider(providers)

describe('MergedDataProvider', () => {
  test('default: what all chains know together', async () => {
    const provider = merged(chain(3, one), chain(5, two))
    const history = await provider.getHistory?.(sender)
    expect(history?.records.map(({ chainId, to }) => [chainId, to])).toEqual([
      [3, one],
      [5, two],
    ])
    expect(history).toMatchObject({ complete: true, extents: [{ chainId: 3 }, { chainId: 5 }] })
    expect(await provider.getOutgoingCounterparties(sender)).toEqual({ counterparties: [one, two], complete: true })
    expect(await provider.getAddressActivity(one)).toEqual({ transactionCount: 8, firstSeenAt: new Date(3) })
    expect(await provider.countZeroValueTransfers(one, sender)).toBe(8)
    expect((await provider.getSettledRecipients?.(sender))?.map(({ address }) => address)).toEqual([one, two])
  })

  test('behavior: a chain that fails, is incomplete or has no histories leaves the history incomplete, and says so', async () => {
    const { getHistory: _, ...plain } = chain(5, two)
    for (const broken of [
      chain(5, two, { getHistory: fail }),
      chain(5, two, { getHistory: async () => ({ sender, records: [], complete: false, missing: ['Pages.'] }) }),
      plain,
    ]) {
      const history = await merged(chain(3, one), broken).getHistory?.(sender)
      expect(history).toMatchObject({ records: [{ to: one }], complete: false, missing: [expect.any(String)] })
    }
    const scan = await merged(chain(3, one), chain(5, two, { getOutgoingCounterparties: fail }))
    expect(await scan.getOutgoingCounterparties(sender)).toEqual({ counterparties: [one], complete: false })
  })

  test('error: where no chain answers, and where a number would be too low', async () => {
    const down = chain(5, two, {
      getHistory: fail,
      getAddressActivity: fail,
      countZeroValueTransfers: fail,
      getSettledRecipients: fail,
    })
    await expect(merged(down).getHistory?.(sender)).rejects.toThrow(DataUnavailableError)
    const provider = merged(chain(3, one), down)
    await expect(provider.getAddressActivity(one)).rejects.toThrow('down')
    await expect(provider.countZeroValueTransfers(one, sender)).rejects.toThrow('down')
    await expect(provider.getSettledRecipients?.(sender)).rejects.toThrow('down')
    expect(() => merged()).toThrow(InvalidInputError)
    expect(() => merged()).toThrow(expect.objectContaining({ parameter: 'providers' }))
  })

  test('behavior: the caller gives up', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(merged(chain(3, one, { getHistory: fail })).getHistory?.(sender, { signal })).rejects.toThrow('enough')
  })

  test('behavior: without histories anywhere there are none', () => {
    const { getHistory: _, getSettledRecipients: __, ...plain } = chain(3, one)
    expect(merged(plain).getHistory).toBeUndefined()
    expect(merged(plain).getSettledRecipients).toBeUndefined()
  })
})
