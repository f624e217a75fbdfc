import { genuine, impostor, now, pays, sender, stranger } from '@holdfast/testkit/riskScene'
import { type Address, createPublicClient, custom } from 'viem'
import { describe, expect, test } from 'vitest'
import { primaryChain } from '../chain/viemChain.js'
import type { RiskLevel, RiskReport, RiskRuleCode } from '../errors/risk.js'
import { check } from './check.js'
import { decisionCovers } from './decisionCovers.js'
import { guardSend } from './guardSend.js'
import type { HistoryReading, IDataProvider } from './history/IDataProvider.js'
import { rules } from './rules/rules.js'

const at = now.getTime()
const levels = ['safe', 'warning', 'block'] as const
// The table has a rule for each code.
const codes = Object.keys(rules) as RiskRuleCode[]

/** A report that blocks because data is missing, and has another finding. */
function reportOf(code: RiskRuleCode, severity: RiskLevel): RiskReport {
  const other = code === 'DATA_UNAVAILABLE' ? 'LOOKALIKE_ADDRESS' : 'DATA_UNAVAILABLE'
  const reasons = [
    { code: other, severity: 'block', message: '' },
    { code, severity, message: '' },
  ] as const
  return { sender, target: impostor, level: 'block', reasons, complete: false, checkedAt: now }
}

test.each(codes)('%s: covered if it is no more severe than in the acknowledged report', (code) => {
  for (const [seen, seenLevel] of levels.entries())
    for (const [found, foundLevel] of levels.entries()) {
      const decided = { report: reportOf(code, seenLevel), at }
      expect([seenLevel, foundLevel, decisionCovers(decided, reportOf(code, foundLevel), at)]).toEqual([
        seenLevel,
        foundLevel,
        found <= seen,
      ])
    }
})

test('a decision to pay although data is missing does not cover an imitation that the data reveals later', async () => {
  let history: Omit<HistoryReading, 'sender'> = {
    records: [pays(1, genuine, { value: 10_000n })],
    complete: false,
  }
  const provider: IDataProvider = {
    getOutgoingCounterparties: () => expect.unreachable(),
    countZeroValueTransfers: () => expect.unreachable(),
    getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date(0) }),
    getHistory: async () => ({ sender, ...history }),
  }
  const client = createPublicClient({
    chain: primaryChain,
    transport: custom({ request: async () => `0x${'0'.repeat(64)}` }),
  })
  const shown = await check(sender, impostor, { provider, client, now, amount: 5n })
  expect(shown.reasons.map(({ code, severity }) => [code, severity])).toEqual([
    ['DATA_UNAVAILABLE', 'block'],
    ['LOOKALIKE_ADDRESS', 'warning'],
  ])
  const acknowledgement = { report: shown, at }
  const pay = () =>
    guardSend(sender, impostor, { client, now, amount: 5n, acknowledgement, checkOptions: { provider } })
  expect(await pay()).toMatchObject({ level: 'block' })
  history = { records: [...history.records, pays(2, genuine)], complete: true }
  await expect(pay()).rejects.toMatchObject({ reasons: ['LOOKALIKE_ADDRESS'] })
})

describe('a resemblance', () => {
  const like = (...alike: Address[]): RiskReport => {
    const [lookalikeOf, ...alsoLike] = alike
    const reason = { code: 'LOOKALIKE_ADDRESS', severity: 'warning', message: '', lookalikeOf, alsoLike } as const
    return { sender, target: impostor, level: 'warning', reasons: [reason], complete: true, checkedAt: now }
  }

  test.each([
    ['the same address', [genuine], [genuine], true],
    ['another address', [genuine], [stranger], false],
    ['one more address', [genuine], [genuine, stranger], false],
    ['one of several that were shown', [genuine, stranger], [stranger], true],
    ['the same ones in another order', [genuine, stranger], [stranger, genuine], true],
  ] as const)('to %s', (_, shown, found, isCovered) => {
    expect(decisionCovers({ report: like(...shown), at }, like(...found), at)).toBe(isCovered)
  })
})
