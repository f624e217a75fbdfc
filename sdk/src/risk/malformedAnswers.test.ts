import { fake, genuine, impostor, now, pays, planter, record, sender, stranger } from '@holdfast/testkit/riskScene'
import { describe, expect, test } from 'vitest'
import { check } from './check.js'
import type { IDataProvider } from './history/IDataProvider.js'
import { MergedDataProvider } from './MergedDataProvider.js'
import { payerProvider } from './payerProvider.js'

const healthy: IDataProvider = {
  getOutgoingCounterparties: async () => ({ counterparties: [], complete: true }),
  getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date('2025-01-01') }),
  countZeroValueTransfers: async () => 0,
}
const answering = (over: object): IDataProvider => ({
  ...healthy,
  getHistory: async () => ({ sender, records: [], complete: true, ...over }),
})
const judge = (provider: IDataProvider) => check(sender, stranger, { provider, now })

const invalid = new Date(Number.NaN)
const malformedRecords: readonly object[] = [
  { chainId: '1' },
  { token: '0x1' },
  { canonical: 'true' },
  { from: null },
  { to: '0x1' },
  { value: -1n },
  { value: 1.5 },
  { decimals: undefined },
  { decimals: -3 },
  { decimals: 1.5 },
  { decimals: 1_000_000_000 },
  { signer: undefined },
  { blockNumber: -1n },
  { logIndex: Number.NaN },
  { logIndex: -2 },
  { timestamp: undefined },
  { timestamp: '2024-01-01' },
  { timestamp: invalid },
  { transactionHash: undefined },
  { kind: null },
]
const malformedRecipients: readonly object[] = [
  { address: '0x1' },
  { blockNumber: 1 },
  { blockNumber: -1n },
  { timestamp: invalid },
  { sentAt: invalid },
  { chainId: '1' },
  { amount: 5 },
  { amount: -5n },
]
const recipient = { address: genuine, blockNumber: 1n, transactionHash: '0x01', timestamp: null }
const malformedHistories: readonly object[] = [
  ...malformedRecords.map((over) => ({ records: [pays(1, genuine), { ...pays(2, impostor), ...over }] })),
  ...malformedRecipients.map((over) => ({ settled: [recipient, { ...recipient, ...over }] })),
  { complete: 'true' },
  { records: null },
  { sender: planter },
]

test('the cases name each field of a record', () => {
  const named = new Set(malformedRecords.flatMap((over) => Object.keys(over)))
  expect([...named].sort()).toEqual([...Object.keys(pays(1, genuine)), 'kind'].sort())
})

describe.each(malformedHistories)('a history with %o', (over) => {
  test('is not an answer: an unknown target is blocked', async () => {
    expect(await judge(answering(over))).toMatchObject({ level: 'block', complete: false })
  })

  test('is missing also where it is merged with another chain', async () => {
    const merged = new MergedDataProvider([answering({}), answering(over)])
    expect(await judge(merged)).toMatchObject({ level: 'block', complete: false })
  })

  test('warns where the payment does not touch its chain', async () => {
    const others = [{ chainId: 84532, provider: answering(over) }]
    const merged = payerProvider([{ chainId: 5042002, provider: answering({}) }], others)
    expect(await judge(merged)).toMatchObject({ level: 'warning', complete: false })
  })
})

test.each(['false', 1, undefined])('a merged list of payees with complete: %o is not an answer', async (complete) => {
  const getOutgoingCounterparties = async () => ({ counterparties: [], complete }) as never
  const merged = new MergedDataProvider([healthy, { ...healthy, getOutgoingCounterparties }])
  expect(await judge(merged)).toMatchObject({ level: 'block', complete: false })
})

test('a merged list of payees says why it is not an answer', async () => {
  const merged = new MergedDataProvider([{ ...healthy, getOutgoingCounterparties: async () => ({}) as never }])
  await expect(merged.getOutgoingCounterparties(sender)).rejects.toMatchObject({
    details: expect.stringContaining('This is not a list of payees.'),
  })
})

test.each([
  {},
  { transactionCount: -1 },
  { transactionCount: 1.5 },
  { firstSeenAt: invalid },
  { firstSeenAt: '2024-01-01' },
  { firstSeenAt: undefined },
])('an activity with %o is not an answer', async (over) => {
  const activity = { transactionCount: 7, firstSeenAt: new Date('2025-01-01'), ...over }
  const getAddressActivity = async () => (Object.keys(over).length > 0 ? activity : {}) as never
  expect(await judge({ ...answering({}), getAddressActivity })).toMatchObject({ level: 'warning', complete: false })
})

test('a well-formed history counts, whatever the token says of its decimals', async () => {
  const odd = { token: fake, canonical: false, decimals: 255 } as const
  const records = [pays(1, genuine), record(2, planter, sender, odd), { ...pays(3, planter), kind: undefined }]
  expect(await judge(answering({ records, settled: [recipient] }))).toMatchObject({ level: 'safe', complete: true })
})
