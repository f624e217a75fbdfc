import { genuine, impostor, sender } from '@holdfast/testkit/riskScene'
import { type Address, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { checkPayment } from './checkPayment.js'
import type { IDataProvider } from './history/IDataProvider.js'
import type { HistoryRecord } from './history/SenderHistory.js'

const chainId = 5_042_002
const chains = [{ chainId }]

/** How often the fields of records have been read. */
let looks = 0

function record(index: number): HistoryRecord {
  const fields = {
    chainId,
    token: '0x3600000000000000000000000000000000000000',
    canonical: true,
    from: sender,
    to: genuine,
    value: 25_000_000n,
    decimals: 6,
    signer: sender,
    blockNumber: BigInt(index),
    logIndex: 0,
    timestamp: new Date(1_700_000_000_000 + index * 1_000),
    transactionHash: numberToHex(index, { size: 32 }),
  } as const
  const get = () => {
    looks++
    return true
  }
  return Object.freeze(Object.defineProperty({ ...fields }, 'canonical', { get, enumerable: true }))
}

const records = Array.from({ length: 1_500 }, (_, index) => record(index))
const provider = (list = records): IDataProvider => ({
  getOutgoingCounterparties: async () => ({ counterparties: [genuine], complete: true }),
  getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date(0) }),
  countZeroValueTransfers: async () => 0,
  getHistory: async () => ({
    sender,
    records: list,
    complete: true,
    extents: [{ chainId, fromBlock: 0n, toBlock: 9_999n }],
  }),
})
const ask = (own: IDataProvider, payee: Address = genuine, touched = chains) =>
  checkPayment({ payer: sender, payee, amount: 1n, chains: touched }, { provider: own })

describe('a history of the same frozen records', () => {
  test('is looked at once for all checks of a provider', async () => {
    const own = provider()
    expect((await ask(own)).level).toBe('safe')
    expect(looks).toBeGreaterThanOrEqual(records.length)
    looks = 0
    expect((await ask(own)).level).toBe('safe')
    expect((await ask(own, impostor)).level).toBe('block')
    expect(looks).toBe(0)
  })

  test('a record that is unsound is refused each time, frozen or not', async () => {
    // Foreign code may say anything.
    const unsound = Object.freeze({ ...record(1), value: 5 as never })
    const own = provider([...records, unsound])
    for (let time = 0; time < 2; time++) expect((await ask(own, impostor)).level).toBe('block')
    for (let time = 0; time < 2; time++) expect((await ask(own)).level).not.toBe('safe')
  })

  test('a chain that another payment touches counts for that payment alone', async () => {
    const own = provider()
    const both = [...chains, { chainId: 84_532 }]
    for (const touched of [chains, both, chains])
      expect((await ask(own, genuine, touched)).complete).toBe(touched === chains)
  })
})
