import type { Address, Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { PlanOperation, PlanOperations } from '../operations.js'
import { readParams } from './params.js'

const alice: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const bob: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
const hash: Hex = `0x${'ab'.repeat(32)}`
const amount = 25_000_000n
const transferId = 42n
const terms = {
  recallWindow: 60,
  claimMode: 'KEY',
  feeBps: 10,
  feeRecipient: bob,
  minProtectedAmount: 1n,
  onWarning: 'block',
} as const
const send = { configId: hash, to: bob, amount, claimHash: hash }
const items = [send, { ...send, to: alice }]
const authorization = { from: alice, validAfter: 0n, validBefore: 9n, nonceSalt: hash }
const witness = { from: alice, nonce: 7n, deadline: 9n }
const policy = {
  token: alice,
  owner: bob,
  cosigner: alice,
  vault: bob,
  target: alice,
  maxAmount: amount,
  perPullMax: 5n,
  expiry: 1_900_000_000,
  interval: 600,
  mode: 1,
} as const
const spend = { account: alice, amount }
const sweep = { account: alice, vault: bob }
const route = { from: 'Arc_Testnet', to: 'Base_Sepolia', amount } as const
const progress = {
  from: 'Arc_Testnet',
  to: 'Base_Sepolia',
  sender: alice,
  recipient: bob,
  amount: '25000000',
  maxFee: '5',
  approveTxHash: hash,
  burnAfterBlock: '7',
  burnTxHash: hash,
  burnNonce: 3,
  forwardTxHash: hash,
} as const

/** Every parameter of each operation, and the names of those that may be absent. */
const operations: { readonly [name in PlanOperation]: readonly [PlanOperations[name]['params'], ...string[]] } = {
  registerConfig: [{ terms }],
  approveUsdc: [{ amount }],
  sendProtected: [{ ...send, memo: true }, 'memo'],
  sendProtectedWithPermit: [send],
  sendProtectedWithAuthorization: [send],
  sendProtectedWithWitness: [send],
  submitSendAuthorization: [{ ...send, ...authorization }],
  submitSendWitness: [{ ...send, ...witness }],
  createPaymentLink: [{ configId: hash, amount, claimHash: hash }],
  claimPaymentLink: [{ kind: 'payment', chainId: 5042002, transferId, recipient: bob }, 'recipient'],
  claim: [{ transferId, recipient: bob }, 'recipient'],
  claimWithKey: [{ transferId, recipient: bob }],
  claimWithKeyBatch: [{ claims: [{ transferId, recipient: bob }] }],
  cancel: [{ transferId }],
  cancelWithSignature: [{ transferId, deadline: 9n }],
  rekey: [{ transferId, newClaimHash: hash }],
  release: [{ transferId, recipient: bob }],
  releaseWithSignature: [{ transferId, recipient: bob, deadline: 9n }],
  reclaimExpired: [{ transferId }],
  reclaimExpiredBatch: [{ transferIds: [1n, 2n] }],
  sendProtectedBatch: [{ items }],
  sendProtectedBatchWithAuthorization: [{ items }],
  sendProtectedBatchWithWitness: [{ items }],
  submitBatchAuthorization: [{ items, ...authorization }],
  submitBatchWitness: [{ items, ...witness }],
  cancelBatch: [{ transferIds: [1n, 2n] }],
  createEphemeral: [{ factory: alice, salt: hash, policy, payer: bob }, 'payer'],
  fundEphemeral: [{ ...spend, policy }],
  fundFromVault: [{ ...spend, vault: bob, policy }, 'policy'],
  depositToVault: [{ vault: bob, amount, owner: alice }, 'owner'],
  withdrawFromVault: [{ vault: bob, to: alice, amount }],
  submitPay: [spend],
  submitPull: [spend],
  settlePrivatePayment: [
    { ...spend, owner: bob, payer: alice, accept: bob, spentBefore: 0n },
    'payer',
    'accept',
    'spentBefore',
  ],
  settlePrivatePaymentBatched: [
    { factory: alice, salt: hash, policy, amount, owner: bob, router: alice, payer: alice, accept: bob },
    'router',
    'payer',
    'accept',
  ],
  sweepToVault: [sweep],
  sweepWithSignature: [{ ...sweep, close: true, deadline: 9n }],
  sweepExpired: [sweep],
  announceStealthBox: [{ stealthAddress: alice, ephemeralPubKey: '0x02ab', metadata: '0x' }],
  depositToHub: [{ chain: 'Arc_Testnet', amount }],
  spendFromHub: [{ ...route, depositor: alice, maxFee: 5n, recipient: bob }, 'depositor', 'maxFee', 'recipient'],
  fundBoxFromHub: [{ ...route, depositor: alice, maxFee: 5n, account: bob }, 'depositor', 'maxFee'],
  initiateHubWithdrawal: [{ chain: 'Arc_Testnet', amount }],
  completeHubWithdrawal: [{ chain: 'Arc_Testnet' }],
  addHubDelegate: [{ chain: 'Arc_Testnet', delegate: bob }],
  removeHubDelegate: [{ chain: 'Arc_Testnet', delegate: bob }],
  bridgeFromWallet: [{ ...route, recipient: bob }, 'recipient'],
  resumeBridge: [{ progress }],
  mintBridged: [{ sourceDomain: 26, burnTxHash: hash, recipient: bob, to: 'Base_Sepolia' }, 'recipient'],
}
// The names of the table are those of the operations.
const rows = Object.entries(operations) as [PlanOperation, readonly [object, ...string[]]][]

describe('readParams', () => {
  test.each(rows)('%s: takes each of its parameters, and leaves out any other', (name, [params]) => {
    expect(readParams(name, { ...params, more: 1 })).toEqual(params)
  })

  test.each(rows)(
    '%s: refuses a parameter that is absent or of another type, unless it may be absent',
    (name, [params, ...optional]) => {
      for (const field of Object.keys(params)) {
        const rest = Object.fromEntries(Object.entries(params).filter(([one]) => one !== field))
        if (optional.includes(field)) expect(readParams(name, rest)).toEqual(rest)
        else expect(() => readParams(name, rest), field).toThrow(expect.objectContaining({ name: 'InvalidInputError' }))
        // A symbol is of no type that JSON has.
        expect(() => readParams(name, { ...params, [field]: Symbol('x') }), field).toThrow(
          expect.objectContaining({ parameter: `/params/${field}` }),
        )
      }
    },
  )

  test.each(['CODE', 'SIGNATURE', 'REGISTERED', 'KEY', 'KEY_RELEASE'] as const)(
    'terms of claim mode %s',
    (claimMode) => {
      for (const onWarning of ['warn', 'block'] as const) {
        const params = { terms: { ...terms, claimMode, onWarning } }
        expect(readParams('registerConfig', params)).toEqual(params)
      }
      for (const change of [{ claimMode: '' }, { onWarning: '' }, { claimMode: 3 }])
        expect(() => readParams('registerConfig', { terms: { ...terms, ...change } })).toThrow('is not one of')
    },
  )

  test.each(['sendProtected', 'sendProtectedWithPermit', 'createPaymentLink'] as const)(
    '%s: registers its terms on the way',
    (name) => {
      const { configId, ...rest } = operations[name][0] as typeof send
      expect(readParams(name, { ...rest, terms })).toEqual({ ...rest, terms })
    },
  )

  test.each([
    ['ephemeralPubKey', '0x1'],
    ['ephemeralPubKey', '12'],
    ['metadata', '0xzz'],
    ['metadata', 'x0x12'],
  ])('bytes must be whole: %s of %s', (field, value) => {
    const [params] = operations.announceStealthBox
    expect(() => readParams('announceStealthBox', { ...params, [field]: value })).toThrow('is not bytes in hex')
  })

  test.each(['', '-5', '5x', 'x5', '1'.repeat(79), 5])('an amount of a progress that is %j is refused', (value) => {
    expect(() => readParams('resumeBridge', { progress: { ...progress, amount: value } })).toThrow(
      'is not a whole number in decimal digits',
    )
  })
})
