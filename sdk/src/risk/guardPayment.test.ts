import { genuine, impostor, now, sender, stranger } from '@holdfast/testkit/riskScene'
import type { Address } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { RiskBlockedError, type RiskReport } from '../errors/risk.js'
import { checkPayment } from './checkPayment.js'
import { guardPayment } from './guardPayment.js'
import type { IDataProvider } from './history/IDataProvider.js'

const [source, destination] = [{ chainId: 5_042_002 }, { chainId: 84_532 }]

let scans: number
const provider: IDataProvider = {
  getOutgoingCounterparties: async () => {
    scans++
    return { counterparties: [genuine], complete: true }
  },
  getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date(0) }),
  countZeroValueTransfers: async () => 0,
}
const checkOptions = { provider, now }
const payment = { payer: sender, payee: stranger, amount: 1_000_000n } as const
const earlier = (chains: readonly { chainId: number }[], payee: Address = stranger) =>
  checkPayment({ ...payment, payee, chains }, checkOptions)
const pay = (chains: readonly { chainId: number }[], report?: RiskReport) =>
  guardPayment({ ...payment, chains }, { checkOptions, report })

beforeEach(() => {
  scans = 0
})

test('default: a report of both chains; an imitation is blocked on either', async () => {
  expect(await pay([source, destination])).toMatchObject({
    level: 'safe',
    sender,
    target: stranger,
    amount: 1_000_000n,
    chainId: source.chainId,
    destinationChainId: destination.chainId,
  })
  for (const chains of [[source], [destination], [source, destination]])
    await expect(guardPayment({ ...payment, payee: impostor, chains }, { checkOptions })).rejects.toThrow(
      RiskBlockedError,
    )
})

test('parameter: report; one of the same chains saves the check, a chain named twice counts once', async () => {
  for (const chains of [[source], [source, destination]]) {
    const report = await earlier(chains)
    scans = 0
    expect(await pay([...chains, source], report)).toMatchObject({ level: 'safe', checkedAt: report.checkedAt })
    expect(scans).toBe(0)
  }
})

test.each([
  ['another source', [destination], [source]],
  ['another source, to the same destination', [destination, destination], [source, destination]],
  ['the way back', [destination, source], [source, destination]],
  ['no destination', [source], [source, destination]],
  ['a destination that is not paid', [source, destination], [source]],
])('parameter: report of %s is replaced by a new check', async (_, of, chains) => {
  const report = await earlier(of)
  scans = 0
  expect(await pay(chains, report)).toMatchObject({ chainId: chains[0]?.chainId })
  expect(scans).toBe(1)
})

test('parameter: skipRiskCheck, and payments to oneself are not checked', async () => {
  const chains = [source]
  const imitation = { ...payment, payee: impostor, chains } as const
  expect(await guardPayment(imitation, { checkOptions, skipRiskCheck: true })).toBeUndefined()
  expect(await guardPayment({ ...payment, payee: sender, chains }, { checkOptions })).toBeUndefined()
  expect(await guardPayment(imitation, { checkOptions: { ...checkOptions, own: [impostor] } })).toBeUndefined()
  expect(scans).toBe(0)
})
