import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { PlanChange } from '../../errors/plan.js'
import type { RiskReason, RiskReport } from '../../errors/risk.js'
import type { Plan, PlanEffect, PlanStep } from '../types.js'
import { changesOf } from './changes.js'

const alice: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const bob: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
const lower = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`
const call = (functionName: string, args = {}): PlanStep => ({
  kind: 'transaction',
  chainId: 1,
  calls: [{ to: bob, functionName, args, through: null }],
  sealed: [],
})
const effect: PlanEffect = { account: alice, holding: 'wallet', chainId: 1, change: -5n, before: 9n, after: 4n }
const reason = (code: string, severity: RiskReason['severity'] = 'warning') =>
  // Only code and severity are compared.
  ({ code, severity, message: code }) as RiskReason
const report = (level: RiskReport['level'], reasons: RiskReason[] = []): RiskReport => ({
  target: bob,
  sender: alice,
  level,
  reasons,
  complete: true,
  checkedAt: new Date(0),
})
const plan: Plan<'sendProtected'> = {
  operation: 'sendProtected',
  params: { configId: '0x', to: bob, amount: 5n, claimHash: '0x' },
  chainId: 1,
  account: alice,
  payer: alice,
  recipient: bob,
  amount: 5n,
  fee: 2n,
  terms: { recallWindow: 60, claimMode: 0, feeBps: 10, feeRecipient: bob, verifier: bob },
  steps: [call('approve', { amount: '5' }), call('sendProtected')],
  networkFee: { most: 7n, coin: 'ETH', decimals: 18, isUsdc: false },
  firewall: [report('warning', [reason('newAddress')])],
  effects: [effect],
  asOf: { blockNumber: 1n, at: new Date(0), recipientHasCode: false },
}
const withTerms = (change: object) => ({ terms: { ...plan.terms, ...change } as Plan['terms'] })

test.each<[string, Partial<Plan>]>([
  ['nothing', {}],
  [
    'letters of addresses',
    { account: lower(alice), payer: lower(alice), effects: [{ ...effect, account: lower(alice) }] },
  ],
  ['a fee that fell', { fee: 1n }],
  ['the height of the network fee', { networkFee: { ...plan.networkFee, most: 99n } }],
  ['a balance that something else moved', { effects: [{ ...effect, before: 20n, after: 15n }] }],
  ['a quote that takes more of what arrives', { effects: [{ ...effect, change: -4n }] }],
  ['the moment', { asOf: { ...plan.asOf, blockNumber: 9n, at: new Date(9) } }],
  ['a report that says less', { firewall: [report('safe')] }],
  [
    'a report that says why it is safe',
    { firewall: [report('warning', [reason('newAddress'), reason('paid', 'safe')])] },
  ],
  ['a report of a payee that is safe', { firewall: [...plan.firewall, { ...report('safe'), target: alice }] }],
])('a change of %s leaves the plan as it is', (_, now) => {
  // Parts of a plan of one operation.
  expect(changesOf(plan, { ...plan, ...now } as Plan)).toEqual([])
})

test.each<[string, Partial<Plan>, PlanChange[]]>([
  ['another account', { account: bob }, ['account']],
  ['another chain', { chainId: 2 }, ['chain']],
  ['another payer', { payer: bob }, ['payer']],
  ['another recipient', { recipient: alice }, ['recipient']],
  ['no recipient', { recipient: null }, ['recipient']],
  ['a recipient that has code now', { asOf: { ...plan.asOf, recipientHasCode: true } }, ['recipient']],
  ['another amount', { amount: 6n }, ['amount']],
  ['a balance of another account', { effects: [{ ...effect, account: bob }] }, ['amount']],
  ['a balance of another kind', { effects: [{ ...effect, holding: 'vault' }] }, ['amount']],
  ['a balance on another chain', { effects: [{ ...effect, chainId: 2 }] }, ['amount']],
  ['one balance more', { effects: [effect, { ...effect, account: bob }] }, ['amount']],
  ['a balance from which more goes', { effects: [{ ...effect, change: -6n }] }, ['amount']],
  ['a fee that rose', { fee: 3n }, ['fee']],
  ['other terms', withTerms({ feeBps: 11 }), ['terms']],
  ['no terms', { terms: null }, ['terms']],
  ['terms that must be registered now', { steps: [call('createConfig'), ...plan.steps] }, ['terms']],
  ['another approval', { steps: [call('approve', { amount: '6' }), call('sendProtected')] }, ['allowance']],
  ['no approval', { steps: [call('sendProtected')] }, ['allowance']],
  ['another coin', { networkFee: { ...plan.networkFee, coin: 'USDC' } }, ['network_fee']],
  ['another unit', { networkFee: { ...plan.networkFee, decimals: 6 } }, ['network_fee']],
  ['a higher level', { firewall: [report('block', [reason('newAddress')])] }, ['firewall']],
  ['one reason more', { firewall: [report('warning', [reason('newAddress'), reason('dust')])] }, ['firewall']],
  [
    'a warning of another payee',
    { firewall: [...plan.firewall, { ...report('warning'), target: alice }] },
    ['firewall'],
  ],
  ['other steps', { steps: [call('approve', { amount: '5' }), call('cancel')] }, ['steps']],
  ['one step more', { steps: [...plan.steps, call('cancel')] }, ['steps']],
  ['one step fewer', { steps: plan.steps.slice(0, 1) }, ['steps']],
  ['several', { account: bob, chainId: 2, fee: 3n }, ['account', 'chain', 'fee']],
])('%s', (_, now, changed) => {
  // As above.
  expect(changesOf(plan, { ...plan, ...now } as Plan)).toEqual(changed)
})

test('what the plan says of a balance must be its own sum', () => {
  expect(changesOf({ ...plan, effects: [{ ...effect, after: 5n }] }, plan)).toEqual(['amount'])
  const both = [effect, { ...effect, account: bob }]
  const wrong = [effect, { ...effect, account: bob, after: 5n }]
  expect(changesOf({ ...plan, effects: wrong }, { ...plan, effects: both })).toEqual(['amount'])
  const more = [effect, { ...effect, account: bob, change: -6n }]
  expect(changesOf({ ...plan, effects: both }, { ...plan, effects: more })).toEqual(['amount'])
  const unread = { ...effect, before: null, after: null }
  expect(changesOf({ ...plan, effects: [unread] }, { ...plan, effects: [unread] })).toEqual([])
  expect(changesOf({ ...plan, effects: [{ ...unread, after: 4n }] }, { ...plan, effects: [unread] })).toEqual([
    'amount',
  ])
})
