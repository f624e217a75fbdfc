import { replaceIn } from '@holdfast/testkit/replaceIn'
import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { type Address, bytesToHex, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { decodePlan } from './decodePlan.js'
import { encodePlan } from './encodePlan.js'
import { changesOf } from './internal/changes.js'
import { definitionOf } from './internal/definitions.js'
import type { PlanOperation } from './operations.js'
import type { Plan } from './types.js'

const address: fc.Arbitrary<Address> = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(bytesToHex(bytes)))
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const chainId = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const moment = fc.date({ noInvalidDate: true })
const maybe = <value>(one: fc.Arbitrary<value>) => fc.oneof(fc.constant(null), one)
/** What a call or a message may hold: any JSON. */
const fields = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })).map((one) => JSON.parse(JSON.stringify(one)))
const sealed = fc.array(fc.string(), { maxLength: 2 })

const side = fc.record({
  address,
  isSettled: fc.boolean(),
  payments: fc.nat(),
  paid: amount,
  income: amount,
  firstPaidAt: maybe(moment),
  baits: fc.nat(),
})
const reason = fc.record(
  {
    code: fc.string(),
    severity: fc.constantFrom('safe', 'block'),
    message: fc.string(),
    lookalikeOf: address,
    strength: fc.constantFrom('strong', 'weak', 'soft'),
    matched: fc.record({ prefix: fc.nat(), suffix: fc.nat() }),
    sides: fc.tuple(side, side),
  },
  { requiredKeys: ['code', 'severity', 'message'] },
)

const step = fc.oneof(
  fc.record({
    kind: fc.constant('transaction'),
    chainId,
    calls: fc.array(fc.record({ to: address, functionName: fc.string(), args: fields, through: maybe(address) }), {
      maxLength: 2,
    }),
    sealed,
  }),
  fc.record({ kind: fc.constant('signature'), domain: fields, primaryType: fc.string(), message: fields, sealed }),
)
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => bytesToHex(bytes))
const count = fc.nat(2 ** 31)
const digits = fc.bigInt({ min: 0n, max: 2n ** 128n }).map(String)
const text = fc.string({ maxLength: 12 })
type Fields = Readonly<Record<string, fc.Arbitrary<unknown>>>
const fieldsOf = (required: Fields, optional: Fields = {}): fc.Arbitrary<unknown> =>
  fc.record<Record<string, unknown>, string>({ ...required, ...optional }, { requiredKeys: Object.keys(required) })
const terms = fieldsOf({
  recallWindow: count,
  claimMode: fc.constantFrom('CODE', 'KEY', 'KEY_RELEASE'),
  feeBps: count,
  feeRecipient: address,
  minProtectedAmount: amount,
  onWarning: fc.constantFrom('warn', 'block'),
})
const parties = { token: address, owner: address, cosigner: address, vault: address, target: address }
const policy = fieldsOf(
  { ...parties, maxAmount: amount, expiry: count, interval: count, mode: fc.constantFrom(0, 1) },
  { perPullMax: amount },
)
const progress = fieldsOf(
  { from: text, to: text, sender: address, recipient: address, amount: digits },
  { maxFee: digits, approveTxHash: bytes32, burnAfterBlock: digits, burnTxHash: bytes32, burnNonce: count },
)
/** Terms by id, or to be registered. */
const underEither = (required: Fields, optional: Fields = {}) =>
  fc.oneof(fieldsOf({ ...required, terms }, optional), fieldsOf({ ...required, configId: bytes32 }, optional))
const sent = { to: address, amount, claimHash: bytes32 }
const spend = { account: address, amount }
const sweep = { account: address, vault: address }
const transfer = { transferId: amount }
const items = fc.array(fieldsOf({ ...sent, configId: bytes32 }), { maxLength: 2 })
const batch = fieldsOf({ items })
const authorization = { from: address, validAfter: amount, validBefore: amount, nonceSalt: bytes32 }
const witness = { from: address, nonce: amount, deadline: amount }
const transfers = fieldsOf({ transferIds: fc.array(amount, { maxLength: 3 }) })
const hubSpend = { from: text, to: text, amount }
const hubSpendOptions = { depositor: address, maxFee: amount }

/** What each operation takes. */
const params: { readonly [operation in PlanOperation]: fc.Arbitrary<unknown> } = {
  registerConfig: fieldsOf({ terms }),
  approveUsdc: fieldsOf({ amount }),
  sendProtected: underEither(sent, { memo: fc.boolean() }),
  sendProtectedWithPermit: underEither(sent),
  sendProtectedWithAuthorization: underEither(sent),
  sendProtectedWithWitness: underEither(sent),
  submitSendAuthorization: fieldsOf({ ...sent, configId: bytes32, ...authorization }),
  submitSendWitness: fieldsOf({ ...sent, configId: bytes32, ...witness }),
  createPaymentLink: underEither({ amount, claimHash: bytes32 }),
  claimPaymentLink: fieldsOf(
    { ...transfer, chainId, kind: fc.constantFrom('claim', 'payment') },
    { recipient: address },
  ),
  claim: fieldsOf(transfer, { recipient: address }),
  claimWithKey: fieldsOf({ ...transfer, recipient: address }),
  claimWithKeyBatch: fieldsOf({ claims: fc.array(fieldsOf({ ...transfer, recipient: address }), { maxLength: 2 }) }),
  cancel: fieldsOf(transfer),
  cancelWithSignature: fieldsOf({ ...transfer, deadline: amount }),
  rekey: fieldsOf({ ...transfer, newClaimHash: bytes32 }),
  release: fieldsOf({ ...transfer, recipient: address }),
  releaseWithSignature: fieldsOf({ ...transfer, recipient: address, deadline: amount }),
  reclaimExpired: fieldsOf(transfer),
  reclaimExpiredBatch: transfers,
  sendProtectedBatch: batch,
  sendProtectedBatchWithAuthorization: batch,
  sendProtectedBatchWithWitness: batch,
  submitBatchAuthorization: fieldsOf({ items, ...authorization }),
  submitBatchWitness: fieldsOf({ items, ...witness }),
  cancelBatch: transfers,
  createEphemeral: fieldsOf({ factory: address, salt: bytes32, policy }, { payer: address }),
  fundEphemeral: fieldsOf({ ...spend, policy }),
  fundFromVault: fieldsOf({ ...spend, vault: address }, { policy }),
  depositToVault: fieldsOf({ vault: address, amount }, { owner: address }),
  withdrawFromVault: fieldsOf({ vault: address, to: address, amount }),
  submitPay: fieldsOf(spend),
  submitPull: fieldsOf(spend),
  settlePrivatePayment: fieldsOf(
    { ...spend, owner: address },
    { payer: address, accept: address, spentBefore: amount },
  ),
  settlePrivatePaymentBatched: fieldsOf(
    { factory: address, salt: bytes32, policy, amount, owner: address },
    { router: address, payer: address, accept: address },
  ),
  sweepToVault: fieldsOf(sweep),
  sweepWithSignature: fieldsOf({ ...sweep, close: fc.boolean(), deadline: amount }),
  sweepExpired: fieldsOf(sweep),
  announceStealthBox: fieldsOf({ stealthAddress: address, ephemeralPubKey: bytes32, metadata: bytes32 }),
  depositToHub: fieldsOf({ chain: text, amount }),
  spendFromHub: fieldsOf(hubSpend, { ...hubSpendOptions, recipient: address }),
  fundBoxFromHub: fieldsOf({ ...hubSpend, account: address }, hubSpendOptions),
  initiateHubWithdrawal: fieldsOf({ chain: text, amount }),
  completeHubWithdrawal: fieldsOf({ chain: text }),
  addHubDelegate: fieldsOf({ chain: text, delegate: address }),
  removeHubDelegate: fieldsOf({ chain: text, delegate: address }),
  bridgeFromWallet: fieldsOf({ from: text, to: text, amount }, { recipient: address }),
  resumeBridge: fieldsOf({ progress }),
  mintBridged: fieldsOf({ sourceDomain: count, burnTxHash: bytes32, to: text }, { recipient: address }),
}

const rest = {
  chainId,
  account: address,
  payer: address,
  recipient: maybe(address),
  amount,
  fee: amount,
  terms: fc.constant(null),
  steps: fc.array(step, { maxLength: 3 }),
  networkFee: fc.record({
    most: amount,
    coin: fc.string(),
    decimals: fc.constantFrom(6, 18),
    isUsdc: fc.boolean(),
  }),
  firewall: fc.array(
    fc.record({
      level: fc.constantFrom('safe', 'warning', 'block'),
      target: address,
      sender: address,
      amount,
      complete: fc.boolean(),
      reasons: fc.array(reason, { maxLength: 2 }),
      checkedAt: moment,
    }),
    { maxLength: 2 },
  ),
  effects: fc.array(
    fc.record({
      account: address,
      holding: fc.constantFrom('wallet', 'transfer_contract', 'vault', 'hub'),
      chainId,
      change: fc.bigInt({ min: -(2n ** 255n), max: 2n ** 255n }),
      before: maybe(amount),
      after: maybe(amount),
    }),
    { maxLength: 3 },
  ),
  asOf: fc.record({ blockNumber: amount, at: moment, recipientHasCode: maybe(fc.boolean()) }),
}
const operations = Object.keys(params) as PlanOperation[]
const planOf = (operation: PlanOperation) =>
  // Parameters are chosen by the name of the operation, which types do not follow.
  fc.record({ operation: fc.constant(operation), params: params[operation], ...rest }) as unknown as fc.Arbitrary<Plan>
const plan = fc.oneof(...operations.map(planOf))

const hostile: readonly unknown[] = [
  '',
  ' 1',
  '0x10',
  '1e3',
  '-1',
  '9'.repeat(200),
  { toString: 1, valueOf: 1 },
  [],
  {},
  null,
]

/** A plan, or the name of the field that is refused. */
function refusalOf(text: string): { plan?: Plan; parameter?: string } {
  try {
    return { plan: decodePlan(text) }
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInputError)
    return { parameter: (error as InvalidInputError).parameter }
  }
}

/** A plan, or a refusal of its own type. */
function readOrRefuse(text: string): Plan | undefined {
  return refusalOf(text).plan
}

test.each(operations)('property: a plan of %s is the same after JSON', (operation) => {
  fc.assert(
    fc.property(planOf(operation), (one) => {
      expect(decodePlan(encodePlan(one))).toEqual(one)
    }),
    runs(5),
  )
})

test.each(operations)(
  'property: a plan of %s with any other parameter is refused, and the refusal names it',
  (operation) => {
    const others = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom(...hostile))
    fc.assert(
      fc.property(planOf(operation), fc.nat(), others, (one, place, value) => {
        const whole = JSON.parse(encodePlan(one))
        const names = Object.keys(whole.params)
        const name = names[place % names.length] ?? ''
        const text = JSON.stringify({ ...whole, params: { ...whole.params, [name]: value } })
        const read = refusalOf(text)
        if (read.plan === undefined) expect(read.parameter).toMatch(new RegExp(`^/params/(${name}|configId)`))
        // Of another value that fits, nothing but what the operation takes is left.
        else expect(refusalOf(encodePlan(read.plan)).plan).toEqual(read.plan)
      }),
      runs(20),
    )
  },
)

test('parameters that an operation does not take never reach it', () => {
  for (const operation of operations) {
    const [one] = fc.sample(planOf(operation), runs(1, 1))
    const whole = JSON.parse(encodePlan(one as Plan))
    const added = { skipRiskCheck: true, acknowledgement: {}, checkOptions: {}, report: {}, quote: {}, __proto__: {} }
    expect(decodePlan(JSON.stringify({ ...whole, params: { ...whole.params, ...added } })), operation).toEqual(one)
  }
})

test('property: any text is a plan or a typed refusal', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(readOrRefuse(text)).toBeUndefined()
    }),
    runs(300),
  )
})

test('property: one field replaced by any other value is a typed refusal, or a plan that is compared without a crash', () => {
  const others = fc.oneof(fc.jsonValue(), fc.constantFrom(...hostile))
  fc.assert(
    fc.property(plan, fc.array(fc.nat(50), { minLength: 1, maxLength: 6 }), others, (one, path, value) => {
      const read = readOrRefuse(JSON.stringify(replaceIn(JSON.parse(encodePlan(one)), path, value)))
      if (read === undefined) return
      expect(Array.isArray(changesOf(read, one))).toBe(true)
      expect(readOrRefuse(encodePlan(read))).toEqual(read)
    }),
    runs(500),
  )
})

test.each([
  ['a number that is empty', { amount: '' }, '/amount'],
  ['a number in hex', { fee: '0x10' }, '/fee'],
  ['a number that is longer than any amount', { amount: '9'.repeat(79) }, '/amount'],
  ['a level that cannot be made a text', { firewall: [{ level: { toString: 1 } }] }, '/firewall/0/target'],
  [
    'a name that is sealed and no text',
    { steps: [{ kind: 'transaction', chainId: 1, calls: [], sealed: [1] }] },
    '/steps/0/sealed/0',
  ],
  ['an operation of another name', { operation: 'sendEverything' }, 'operation'],
  ['no parameters', { params: null }, '/params'],
])('error: %s', (_, over, parameter) => {
  const [one] = fc.sample(plan, runs(1, 1))
  if (one === undefined) throw new Error('A plan is needed.')
  expect(refusalOf(JSON.stringify({ ...JSON.parse(encodePlan(one)), ...over }))).toEqual({ parameter })
})

test('error: an operation of another name, also of one that every object has', () => {
  for (const name of ['sendEverything', 'toString', '__proto__', 'constructor', ''])
    expect(() => definitionOf(name as 'cancel')).toThrow(InvalidInputError)
})
