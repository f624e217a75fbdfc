import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { decodePlan } from './decodePlan.js'
import { encodePlan } from './encodePlan.js'
import type { Plan } from './types.js'

const alice: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const bob: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
const hash: Hex = `0x${'ab'.repeat(32)}`
const at = new Date('2026-11-20T12:00:00.000Z')
const side = {
  address: bob,
  saved: 'contact',
  isSettled: true,
  payments: 2,
  paid: 5n,
  income: 0n,
  firstPaidAt: at,
  baits: 1,
} as const
/** As JSON has it. */
const plainSide = { ...side, paid: '5', income: '0', firstPaidAt: at.toISOString() }
const report: Plan['firewall'][number] = {
  target: bob,
  sender: alice,
  level: 'block',
  reasons: [
    {
      code: 'LOOKALIKE_ADDRESS',
      severity: 'block',
      message: 'It resembles an address.',
      lookalikeOf: alice,
      alsoLike: [bob],
      count: 3,
      sources: ['history'],
      transactionHashes: [hash],
      matched: { prefix: 3, suffix: 4 },
      strength: 'strong',
      undecided: true,
      sides: [side, { ...side, saved: 'own', firstPaidAt: null }],
    },
  ],
  complete: true,
  checkedAt: at,
  chainId: 5042002,
  destinationChainId: 84532,
  amount: 25_000_000n,
  token: alice,
  source: { kind: 'payment_request', address: bob, requestHash: hash, reference: 'Invoice 7' },
}
const plan: Plan<'sendProtected'> = {
  operation: 'sendProtected',
  params: { configId: hash, to: bob, amount: 2n ** 200n, claimHash: hash, memo: true },
  chainId: 5042002,
  account: alice,
  payer: alice,
  recipient: bob,
  amount: 2n ** 200n,
  fee: 250n,
  terms: { recallWindow: 60, claimMode: 3, feeBps: 10, feeRecipient: bob, verifier: alice },
  steps: [
    { kind: 'signature', domain: { name: 'USDC' }, primaryType: 'Pay', message: { value: '5' }, sealed: ['nonce'] },
    {
      kind: 'transaction',
      chainId: 5042002,
      calls: [{ to: bob, functionName: 'sendProtected', args: { amount: '5' }, through: alice }],
      sealed: [],
    },
  ],
  networkFee: { most: 7n, coin: 'USDC', decimals: 6, isUsdc: true },
  firewall: [report],
  effects: [
    { account: alice, holding: 'wallet', chainId: 5042002, change: -5n, before: 9n, after: 4n },
    { account: bob, holding: 'vault', chainId: 5042002, change: 5n, before: null, after: null },
  ],
  asOf: { blockNumber: 77n, at, recipientHasCode: null },
}

/** JSON with another value at a place. */
function withValue(json: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  if (Array.isArray(json)) return json.map((one, index) => (name === `${index}` ? withValue(one, rest, value) : one))
  return { ...Object(json), [name]: withValue(Object(json)[name], rest, value) }
}

/** What refuses the plan with another value at a place. */
function refusalOf(pointer: string, value: unknown): unknown {
  try {
    return decodePlan(JSON.stringify(withValue(JSON.parse(encodePlan(plan)), pointer.slice(1).split('/'), value)))
  } catch (error) {
    return error
  }
}

test('default: the same plan, with its numbers and dates', () => {
  expect(decodePlan(encodePlan(plan))).toEqual(plan)
})

test('behavior: fields that no plan has are left out, and optional ones may be absent', () => {
  const { recipient, terms, ...rest } = plan
  const bare = { ...rest, recipient: null, terms: null, firewall: [], steps: [], effects: [] }
  const { memo, ...params } = plan.params
  expect(decodePlan(JSON.stringify({ ...JSON.parse(encodePlan({ ...bare, params })), more: 1 }))).toEqual({
    ...bare,
    params,
  })
})

test.each([
  ['text that is not JSON', '{', 'This is not a plan: it is not JSON.', 'plan'],
  ['a list', '[]', 'This is not a plan: it is not an object.', ''],
  ['null', 'null', 'This is not a plan: it is not an object.', ''],
  ['nothing', '{}', 'This is not a plan: `/operation` is not a string.', '/operation'],
  ['an unknown operation', '{"operation":"steal"}', 'There is no plan of "steal".', 'operation'],
  ['an operation of a prototype', '{"operation":"toString"}', 'There is no plan of "toString".', 'operation'],
])('%s is not a plan', (_, text, shortMessage, parameter) => {
  expect(() => decodePlan(text)).toThrow(InvalidInputError)
  expect(() => decodePlan(text)).toThrow(expect.objectContaining({ shortMessage, parameter }))
})

test.each<[string, unknown, string]>([
  ['/chainId', '5042002', 'is not a whole number'],
  ['/chainId', -1, 'is not a whole number'],
  ['/chainId', 1.5, 'is not a whole number'],
  ['/chainId', 2 ** 53, 'is not a whole number'],
  ['/account', '0x12', 'is not an address'],
  ['/payer', 5, 'is not an address'],
  ['/recipient', 'bob', 'is not an address'],
  ['/amount', '-1', 'is negative'],
  ['/amount', 5, 'is not a whole number'],
  ['/amount', '5.0', 'is not a whole number'],
  ['/amount', ' 5', 'is not a whole number'],
  ['/amount', '1'.repeat(79), 'is not a whole number'],
  ['/fee', null, 'is not a whole number'],
  ['/terms/claimMode', 'KEY', 'is not a whole number'],
  ['/terms/verifier', '', 'is not an address'],
  ['/steps', {}, 'is not a list'],
  ['/steps/0/primaryType', 5, 'is not a string'],
  ['/steps/0/domain', [], 'is not an object'],
  ['/steps/0/message', 'text', 'is not an object'],
  ['/steps/0/sealed/0', 1, 'is not a string'],
  ['/steps/1/kind', 'approval', 'is not one of transaction'],
  ['/steps/1/calls/0/to', '0x', 'is not an address'],
  ['/steps/1/calls/0/args', null, 'is not an object'],
  ['/steps/1/calls/0/through', '', 'is not an address'],
  ['/networkFee/isUsdc', 1, 'is not true or false'],
  ['/networkFee/most', '-7', 'is negative'],
  ['/firewall/0/level', 'fine', 'is not one of safe, warning, block'],
  ['/firewall/0/complete', 'true', 'is not true or false'],
  ['/firewall/0/checkedAt', 'yesterday', 'is not a date'],
  ['/firewall/0/checkedAt', 5, 'is not a date'],
  ['/firewall/0/reasons/0/undecided', false, 'is not true'],
  ['/firewall/0/reasons/0/strength', 'very', 'is not one of strong, weak, soft'],
  ['/firewall/0/reasons/0/sides', [plainSide], 'is not a pair'],
  ['/firewall/0/reasons/0/sides', [plainSide, plainSide, plainSide], 'is not a pair'],
  ['/firewall/0/reasons/0/sides/0/saved', 'friend', 'is not one of contact, own'],
  ['/firewall/0/reasons/0/transactionHashes/0', `${hash}00`, 'is not 32 bytes in hex'],
  ['/firewall/0/reasons/0/transactionHashes/0', hash.slice(2), 'is not 32 bytes in hex'],
  ['/firewall/0/source/kind', 'mail', 'is not one of payment_request'],
  ['/effects/0/holding', 'pocket', 'is not one of wallet, transfer_contract, vault, hub'],
  ['/effects/0/change', '5x', 'is not a whole number'],
  ['/asOf/blockNumber', '-1', 'is negative'],
  ['/asOf/recipientHasCode', 'no', 'is not true or false'],
  ['/params', [], 'is not an object'],
  ['/params/to', 'bob', 'is not an address'],
  ['/params/claimHash', '0x12', 'is not 32 bytes in hex'],
  ['/params/memo', 'yes', 'is not true or false'],
])('a plan whose %s is %j: %s', (pointer, value, what) => {
  expect(refusalOf(pointer, value)).toMatchObject({
    name: 'InvalidInputError',
    parameter: pointer,
    shortMessage: `This is not a plan: \`${pointer}\` ${what}.`,
  })
})

test.each([
  ['neither', {}],
  [
    'both',
    {
      configId: hash,
      terms: {
        recallWindow: 1,
        claimMode: 'KEY',
        feeBps: 0,
        feeRecipient: bob,
        minProtectedAmount: '0',
        onWarning: 'warn',
      },
    },
  ],
])('a send names its terms, or registers them: %s is refused', (_, terms) => {
  const params = { to: bob, amount: '5', claimHash: hash, ...terms }
  expect(refusalOf('/params', params)).toMatchObject({
    parameter: '/params/configId',
    shortMessage: 'This is not a plan: `/params/configId` or `terms` must be there, not both.',
  })
})
