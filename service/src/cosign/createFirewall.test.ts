import type { HistoryReading, IDataProvider } from '@holdfast/sdk/risk'
import { fake, genuine, impostor, pays, record, sender, stranger } from '@holdfast/testkit/riskScene'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { faultyChain } from '../../test/cosignStage.js'
import { stubChain } from '../../test/stubChain.js'
import { createRiskSources } from '../chains/createRiskSources.js'
import { createFirewall } from './createFirewall.js'

const chain = faultyChain(stubChain())
chain.fault = ({ method }) => (method === 'eth_call' ? `0x${'0'.repeat(64)}` : method === 'eth_getCode' ? '0x' : '0x64')
const { signal } = new AbortController()

function ask(
  history: Partial<HistoryReading> | Error,
  target: `0x${string}` = genuine,
  settled?: readonly `0x${string}`[],
) {
  const provider: IDataProvider = {
    getOutgoingCounterparties: async () => ({ counterparties: [], complete: true }),
    getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date('2025-01-01') }),
    countZeroValueTransfers: async () => 0,
    getHistory: async () => {
      if (history instanceof Error) throw history
      return {
        sender,
        records: [],
        complete: true,
        extents: [{ chainId: chain.id, fromBlock: 0n, toBlock: 100n }],
        ...history,
      }
    },
  }
  const recipients = settled?.map(
    (address) => ({ address, blockNumber: 1n, transactionHash: '0x01', timestamp: null }) as const,
  )
  const firewall = createFirewall({
    chains: new Map([[chain.id, chain]]),
    providerOf: () => provider,
    verifiedRecipients: recipients && (() => ({ complete: true, recipientsOf: () => recipients })),
  })
  return firewall.check(chain.id, sender, target, { signal, fresh: true })
}

test('default: a payer with a payment, and the rules of the SDK', async () => {
  const paid = await ask({ records: [pays(5, genuine)] })
  expect(paid).toEqual({
    level: 'safe',
    complete: true,
    reasons: [],
    resembles: [],
    hasPaid: true,
    cursor: `${chain.id}:100`,
  })
  expect(await ask({ records: [pays(5, genuine)] }, impostor)).toMatchObject({
    level: 'block',
    reasons: ['LOOKALIKE_ADDRESS'],
    // A block is not for the owner to accept.
    resembles: [],
    hasPaid: true,
  })
})

test('resembles: payees whom the sender knows well, where the firewall only warns', async () => {
  // Two characters in front and four behind: too few for a block.
  const alike: Address = `0xd9${'7'.repeat(34)}3a91`
  expect(await ask({ records: [pays(5, genuine)] }, alike)).toMatchObject({ level: 'warning', resembles: [genuine] })
  const cent = pays(5, genuine, { value: 10_000n })
  expect(await ask({ records: [cent] }, alike)).toMatchObject({ level: 'warning', resembles: [] })
})

test('resembles: each payee that the sender knows well, so that the acceptance of one says nothing about another', async () => {
  const target: Address = `0xd9${'7'.repeat(34)}3a91`
  const others = [`0xd9${'5'.repeat(34)}3a91`, `0xd9${'4'.repeat(34)}3a91`] as const satisfies Address[]
  const records = [pays(5, genuine), ...others.map((payee, index) => pays(6 + index, payee))]
  const { level, resembles } = await ask({ records }, target)
  expect([level, resembles.map((address) => address.toLowerCase()).sort()]).toEqual([
    'warning',
    [genuine, ...others].map((address) => address.toLowerCase()).sort(),
  ])
})

test('resembles: not the earlier of an undecided pair, or one dollar would stop every payment to it', async () => {
  const records = [pays(5, genuine), pays(6, impostor)]
  expect(await ask({ records })).toMatchObject({ level: 'warning', reasons: ['LOOKALIKE_ADDRESS'], resembles: [] })
  expect(await ask({ records }, impostor)).toMatchObject({ level: 'block', resembles: [] })
})

/** Two characters in front and four behind are those of the payee: a warning. */
const target: Address = `0xd9${'7'.repeat(34)}3a91`
const often = [pays(8, genuine, { value: 100_000_000_000n }), pays(9, genuine, { value: 100_000_000_000n })]
const paidOnce = pays(1, target, { value: 5_000_000n })
const alikeTarget: Address = `0xd977${'6'.repeat(32)}3a91`
/** Ways to have another address named in place of the payee. */
const distractions: readonly [string, HistoryReading['records']][] = [
  ['is the earlier of an undecided pair', [paidOnce, pays(2, alikeTarget, { value: 5_000_000n })]],
  [
    'is paid much more than an address like it',
    [
      pays(1, target, { value: 500_000_000n }),
      pays(2, alikeTarget, { value: 1_000_000n }),
      pays(3, target, { value: 500_000_000n }),
    ],
  ],
  ['is like an address that was paid a cent', [pays(2, alikeTarget, { value: 10_000n })]],
]

test.each(distractions)('resembles: the payee also where the target %s', async (_, records) => {
  expect(await ask({ records: often }, target)).toMatchObject({ level: 'warning', resembles: [genuine] })
  expect(await ask({ records: [...records, ...often] }, target)).toMatchObject({
    level: 'warning',
    resembles: [genuine],
  })
})

test('firstPaidBlock: of a genuine payment on the chain, or of a settled transfer', async () => {
  const records = [pays(9, genuine), pays(5, genuine), pays(3, genuine, { value: 0n }), record(2, genuine, sender)]
  const here = records.map((one, index) => ({ ...one, chainId: chain.id, blockNumber: 90n - BigInt(index) }))
  expect(await ask({ records: here })).toMatchObject({ firstPaidBlock: 89n })
  expect(await ask({ records: here.map((one) => ({ ...one, chainId: 1 })) })).toMatchObject({
    firstPaidBlock: undefined,
  })
  expect(await ask({ records: here }, genuine, [stranger])).toMatchObject({ firstPaidBlock: 1n })
})

test('behavior: records that others can write do not count as payments', async () => {
  expect(await ask({})).toMatchObject({ complete: true, hasPaid: false })
  for (const forged of [
    record(5, genuine, sender),
    pays(5, genuine, { value: 0n }),
    pays(5, genuine, { token: fake, canonical: false }),
    pays(5, sender),
    record(5, stranger, genuine),
  ])
    expect(await ask({ records: [forged] })).toMatchObject({ complete: true, hasPaid: false })
})

test('behavior: a settled protected transfer is a payment', async () => {
  expect(await ask({}, genuine, [stranger])).toMatchObject({ complete: true, hasPaid: true })
})

test('cursor: the block of each chain that was read, where the history names them', async () => {
  const extents = [chain.id, 84532].map((chainId) => ({ chainId, fromBlock: 0n, toBlock: BigInt(chainId) + 7n }))
  expect((await ask({ extents })).cursor).toBe(`${chain.id}:${chain.id + 7},84532:84539`)
  expect(await ask({ extents: undefined })).toMatchObject({ complete: true, cursor: undefined })
})

test('error: an incomplete or missing history proves nothing', async () => {
  for (const history of [{ records: [pays(5, genuine)], complete: false }, new Error('down')])
    expect(await ask(history)).toMatchObject({ complete: false, hasPaid: false })
})

test('error: an unknown chain', async () => {
  const firewall = createFirewall({ chains: new Map(), providerOf: createRiskSources({ chains: new Map() }) })
  await expect(firewall.check(1, sender, genuine, { signal, fresh: true })).rejects.toThrow(TypeError)
})
