import { protectedTransferAbi } from '@holdfast/contracts'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { primaryChain } from '../chain/viemChain.js'
import { WrongNetworkError } from '../errors/chain.js'
import { InvalidInputError } from '../errors/input.js'
import { LinkMalformedError } from '../errors/link.js'
import { ClaimKeyInvalidError, TransferLockedError, UnknownConfigError } from '../errors/transfer.js'
import { claimKeyFromCode, claimKeyFromLink } from '../transfer/claimKey.js'
import { fromSecret } from '../transfer/claimSecret.js'
import { signClaim } from '../transfer/signClaim.js'
import { claimPaymentLink } from './claimPaymentLink.js'
import { createPaymentLink } from './createPaymentLink.js'
import { previewPaymentLink } from './previewPaymentLink.js'
import { signLinkClaim } from './signLinkClaim.js'
import type { ClaimLink, OpenLink } from './types.js'

const sender: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
const bob: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const linkSecret: Hex = `0x${'17'.repeat(32)}`
const code = '7K3M9QXVAB2CDEFG'
const deadline = 1_800_000_000
const now = new Date((deadline - 60) * 1000)
const place = { chainId: primaryChain.id, transferId: 42n }
const payment: OpenLink = { kind: 'payment', ...place, linkSecret }
const claim: ClaimLink = { kind: 'claim', ...place }
const statuses = { NONE: 0, PENDING: 1, CLAIMED: 2, CANCELLED: 3, RECLAIMED: 4, LOCKED: 5 }

let transfer: { status: keyof typeof statuses; to: Address; claimHash: Hex }
let config: { claimMode: number; feeBps: number; recallWindow: number }
let chainId: number
let methods: string[]

const answer = ({ method, params }: { method: string; params?: unknown }): unknown => {
  methods.push(method)
  if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
  // The node runs no programs, so the clock comes from the newest block.
  if (method === 'eth_getBlockByNumber')
    return { timestamp: `0x${(now.getTime() / 1000).toString(16)}`, transactions: [] }
  const [{ data }] = params as [{ data: Hex }]
  const { functionName } = decodeFunctionData({ abi: protectedTransferAbi, data })
  if (functionName === 'getTransfer')
    return encodeFunctionResult({
      abi: protectedTransferAbi,
      functionName,
      result: {
        sender,
        to: transfer.to,
        amount: 25_000_000n,
        deadline,
        attempts: 0,
        status: statuses[transfer.status],
        claimHash: transfer.claimHash,
        configId: zeroHash,
      } as never,
    })
  return encodeFunctionResult({
    abi: protectedTransferAbi,
    functionName: 'configs',
    result: { ...config, feeRecipient: bob, verifier: zeroAddress } as never,
  })
}
const transport = custom({ request: async (request) => answer(request) }, { retryCount: 0 })
const publicClient = createPublicClient({ chain: primaryChain, transport })
const account = privateKeyToAccount(`0x${'23'.repeat(32)}`)
const clients = { publicClient, walletClient: createWalletClient({ account, chain: primaryChain, transport }) }
const failureOf = (work: Promise<unknown>) => work.then(String, (error: unknown) => error)

beforeEach(() => {
  transfer = { status: 'PENDING', to: zeroAddress, claimHash: claimKeyFromLink(linkSecret).claimHash }
  config = { claimMode: 3, feeBps: 100, recallWindow: 3_600 }
  chainId = primaryChain.id
  methods = []
})

describe('what a claimer sees before the press', () => {
  test('default: a payment link is cash', async () => {
    expect(await previewPaymentLink({ publicClient }, payment, { now })).toEqual({
      kind: 'payment',
      ...place,
      state: 'open',
      amount: 25_000_000n,
      fee: 250_000n,
      received: 24_750_000n,
      unverifiedSender: sender,
      recipient: null,
      deadline: new Date(deadline * 1000),
      needs: 'nothing',
      isHolderPaid: true,
    })
  })

  test('under KEY_RELEASE holding the link is not enough', async () => {
    config.claimMode = 4
    const preview = await previewPaymentLink({ publicClient }, payment, { now })
    expect(preview).toMatchObject({ needs: 'release', isHolderPaid: false })
  })

  test.each([
    ['KEY', claimKeyFromCode(code).claimHash, 3],
    ['KEY_RELEASE', claimKeyFromCode(code).claimHash, 4],
    ['CODE', fromSecret(code).claimHash, 0],
  ])('a claim link under %s pays its recorded recipient, with the code', async (_, claimHash, claimMode) => {
    transfer = { ...transfer, to: bob, claimHash }
    config.claimMode = claimMode
    const seen = { kind: 'claim', recipient: bob, isHolderPaid: false }
    expect(await previewPaymentLink({ publicClient }, claim, { now })).toMatchObject({ ...seen, needs: 'code' })
    const whole = { ...claim, code }
    expect(await previewPaymentLink({ publicClient }, whole, { now })).toMatchObject({ ...seen, needs: 'nothing' })
  })

  test.each([
    ['PENDING', -60, 'open'],
    ['PENDING', 0, 'open'],
    ['PENDING', 1, 'expired'],
    ['LOCKED', 0, 'locked'],
    ['LOCKED', 1, 'expired'],
    ['CLAIMED', 1, 'claimed'],
    ['CANCELLED', 1, 'cancelled'],
    ['RECLAIMED', 1, 'returned'],
  ] as const)('%s at %d seconds after the deadline is %s', async (status, seconds, state) => {
    transfer = { ...transfer, status, to: status === 'CLAIMED' ? bob : zeroAddress }
    const at = new Date((deadline + seconds) * 1000)
    expect(await previewPaymentLink({ publicClient }, payment, { now: at })).toMatchObject({ state })
  })

  test('a link whose secret the sender has replaced says so', async () => {
    transfer.claimHash = claimKeyFromLink(`0x${'18'.repeat(32)}`).claimHash
    expect(await previewPaymentLink({ publicClient }, payment, { now })).toMatchObject({ state: 'replaced' })
  })
})

test('whom a claim pays must be an address', async () => {
  const failure = await failureOf(claimPaymentLink(clients, payment, { recipient: zeroAddress, now }))
  expect(failure).toMatchObject({ name: 'InvalidAddressError', parameter: 'recipient' })
})

test('a code that is not there counts as none', async () => {
  transfer = { ...transfer, to: bob, claimHash: claimKeyFromCode(code).claimHash }
  const preview = await previewPaymentLink({ publicClient }, { ...claim, code: undefined }, { now })
  expect(preview).toMatchObject({ needs: 'code' })
})

test('a verifier of its own reads the code in its own way: the chain decides', async () => {
  transfer = { status: 'PENDING', to: bob, claimHash: fromSecret('0'.repeat(16)).claimHash }
  config.claimMode = 255
  const { salt } = fromSecret(code)
  expect(await signLinkClaim({ publicClient }, claim, { recipient: bob, code, now })).toEqual({
    transferId: 42n,
    recipient: bob,
    code,
    salt,
  })
})

describe('two kinds, never mixed', () => {
  test('a claim link to an open transfer, and a payment link to a recorded recipient', async () => {
    for (const work of [
      previewPaymentLink(clients, claim, { now }),
      claimPaymentLink(clients, { ...claim, code }, { now }),
    ])
      expect(await failureOf(work)).toMatchObject({ name: 'LinkMalformedError', problem: 'other_kind' })
    transfer.to = bob
    for (const work of [previewPaymentLink(clients, payment, { now }), claimPaymentLink(clients, payment, { now })])
      expect(await failureOf(work)).toBeInstanceOf(LinkMalformedError)
  })

  test('a code is needed for a claim link, and for that alone', async () => {
    for (const work of [claimPaymentLink(clients, claim), claimPaymentLink(clients, payment, { code })])
      expect(await failureOf(work)).toMatchObject({ name: 'InvalidInputError', parameter: 'code' })
    expect(await failureOf(claimPaymentLink(clients, claim, { code: '7K3M' }))).toBeInstanceOf(InvalidInputError)
    expect(methods).toEqual([])
  })
})

describe('nothing is sent for a link that cannot be claimed', () => {
  test.each([
    ['CLAIMED', 0, { code: 'transfer_unavailable', reason: 'not_pending' }],
    ['CANCELLED', 0, { code: 'transfer_unavailable', reason: 'not_pending' }],
    ['RECLAIMED', 0, { code: 'transfer_unavailable', reason: 'not_pending' }],
    ['PENDING', 1, { code: 'transfer_unavailable', reason: 'expired' }],
    ['NONE', 0, { code: 'transfer_unavailable', reason: 'unknown' }],
  ] as const)('%s at %d seconds after the deadline', async (status, seconds, failure) => {
    transfer = { ...transfer, status, to: status === 'CLAIMED' ? bob : zeroAddress }
    const at = new Date((deadline + seconds) * 1000)
    expect(await failureOf(claimPaymentLink(clients, payment, { now: at }))).toMatchObject(failure)
    expect(methods).not.toContain('eth_estimateGas')
  })

  test('locked, replaced, a code of another transfer, another chain', async () => {
    transfer = { status: 'LOCKED', to: bob, claimHash: fromSecret(code).claimHash }
    expect(await failureOf(claimPaymentLink(clients, { ...claim, code }, { now }))).toBeInstanceOf(TransferLockedError)
    transfer = { status: 'PENDING', to: zeroAddress, claimHash: claimKeyFromLink(`0x${'18'.repeat(32)}`).claimHash }
    expect(await failureOf(claimPaymentLink(clients, payment, { now }))).toBeInstanceOf(ClaimKeyInvalidError)
    transfer = { status: 'PENDING', to: bob, claimHash: claimKeyFromCode('0'.repeat(16)).claimHash }
    expect(await failureOf(claimPaymentLink(clients, { ...claim, code }, { now }))).toBeInstanceOf(ClaimKeyInvalidError)
    const elsewhere = { ...payment, chainId: 84_532 }
    expect(await failureOf(claimPaymentLink(clients, elsewhere, { now }))).toBeInstanceOf(WrongNetworkError)
  })
})

describe('signLinkClaim', () => {
  test('default: signs for one address, and reads only', async () => {
    const made = await signLinkClaim({ publicClient }, payment, { recipient: bob, now })
    expect(made).toEqual(await signClaim(claimKeyFromLink(linkSecret), { ...place, recipient: bob }))
    expect(JSON.stringify(made, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain('1717')
    expect(methods.filter((method) => !/^eth_(chainId|call|getBlockByNumber)$/.test(method))).toEqual([])
  })

  test('a claim link: the code leaves for its recorded recipient alone', async () => {
    const { salt, claimHash } = fromSecret(code)
    transfer = { status: 'PENDING', to: bob, claimHash }
    config.claimMode = 0
    const sign = (recipient: Address) => signLinkClaim({ publicClient }, claim, { recipient, code, now })
    expect(await sign(bob)).toEqual({ transferId: 42n, recipient: bob, code, salt })
    expect(await failureOf(sign(account.address))).toMatchObject({ code: 'claim_recipient_mismatch' })
    transfer.claimHash = claimKeyFromCode(code).claimHash
    config.claimMode = 3
    expect(await sign(bob)).toEqual(await signClaim(claimKeyFromCode(code), { ...place, recipient: bob }))
    expect(await failureOf(sign(account.address))).toMatchObject({ code: 'claim_recipient_mismatch' })
  })
})

test('a wrong code spends no attempt', async () => {
  transfer = { status: 'PENDING', to: account.address, claimHash: fromSecret('0'.repeat(16)).claimHash }
  config.claimMode = 0
  const failure = await failureOf(claimPaymentLink(clients, { ...claim, code }, { now }))
  expect(failure).toMatchObject({ name: 'InvalidInputError', parameter: 'code' })
  expect(String(failure)).not.toContain(code)
  expect(String(failure)).toContain('Ask the sender for the code again.')
  expect(methods.filter((method) => !/^eth_(chainId|call|getBlockByNumber)$/.test(method))).toEqual([])
})

describe('createPaymentLink, before anything is signed', () => {
  const params = { configId: zeroHash, amount: 100_000_001n, linkSecret, origin: 'https://pay.example' }

  test('more than 100 USDC needs terms with a release', async () => {
    const failure = await failureOf(createPaymentLink(clients, params))
    expect(failure).toMatchObject({
      parameter: 'amount',
      shortMessage: 'A payment link over 100 USDC needs terms with claim mode `KEY_RELEASE`.',
    })
    expect(String(failure)).toContain('Register such terms, or lock a smaller amount.')
  })

  test.each([
    ['exactly 100 USDC', 3, 100_000_000n],
    ['more, under terms with a release', 4, 100_000_001n],
  ])('%s may be locked', async (_, claimMode, amount) => {
    config.claimMode = claimMode
    const failure = await failureOf(createPaymentLink(clients, { ...params, amount }))
    // It goes on to what this node does not answer.
    expect(failure).not.toHaveProperty('parameter')
  })

  test.each([0, 255])('terms of claim mode %d are refused', async (claimMode) => {
    config.claimMode = claimMode
    expect(await failureOf(createPaymentLink(clients, { ...params, amount: 1n }))).toMatchObject({
      parameter: 'configId',
      shortMessage: 'A payment link needs terms with claim mode `KEY` or `KEY_RELEASE`.',
    })
  })

  test('error: unknown terms, a bad origin, a damaged secret', async () => {
    expect(await failureOf(createPaymentLink(clients, { ...params, origin: 'pay.example' }))).toMatchObject({
      parameter: 'origin',
    })
    const damaged = await failureOf(createPaymentLink(clients, { ...params, linkSecret: '0x1717' }))
    expect(damaged).toMatchObject({ parameter: 'linkSecret' })
    expect(String(damaged)).not.toContain('1717')
    expect(methods).toEqual([])
    config.recallWindow = 0
    expect(await failureOf(createPaymentLink(clients, params))).toBeInstanceOf(UnknownConfigError)
  })
})
