import type { Hash } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ServiceError } from './base.js'
import * as errors from './index.js'
import { version } from './version.js'

const printed = version.current
beforeAll(() => {
  version.current = '@holdfast/sdk@x.y.z'
})
afterAll(() => {
  version.current = printed
})

const hash: Hash = `0x${'ab'.repeat(32)}`
const other: Hash = `0x${'cd'.repeat(32)}`
const address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const cause = new Error('socket hang up')

const made = (): readonly ServiceError[] => [
  new errors.BoxRefusedError(address, 'over_limit', { limit: 5n }),
  new errors.BoxRefusedError(address, 'too_soon', { notBefore: 1_800_000_000 }),
  new errors.BoxRefusedError(address, 'not_cosigned', { cause }),
  ...(['short_with_fee', 'fee_rose'] as const).map(
    (code) => new errors.BridgeRefusedError(code, { required: 10n, available: 9n }),
  ),
  ...(
    [
      ...(['not_forwarded', 'over_burn_limit', 'short_with_gas', 'no_gas'] as const),
      ...(['recipient_needed', 'burn_unknown', 'burn_superseded'] as const),
    ] as const
  ).map((code) => new errors.BridgeRefusedError(code)),
  new errors.BurnNotFoundError(hash),
  ...(['failed', 'not_attempted', 'not_on_chain'] as const).map(
    (reason) => new errors.ForwardingFailedError(reason, { sourceDomain: 26, burnTxHash: hash }),
  ),
  new errors.NotAttestedError({ sourceDomain: 26, burnTxHash: hash }),
  new errors.CallRefusedError('cancelling transfer 1', { errorName: 'Paused', errorArgs: [1n, 'x'] }, 'node said no'),
  new errors.ChainUnavailableError('reading transfer 1', cause),
  new errors.ClaimHashNotFoundError(hash),
  new errors.ClaimOutcomeUnknownError(hash),
  new errors.HubMintFailedError('2adba88e-9d63-44bc-b975-9b6ae3440dde', 'ON_CHAIN_FAILURE'),
  new errors.HubMintFailedError('2adba88e-9d63-44bc-b975-9b6ae3440dde', undefined),
  new errors.HubOutcomeUnknownError(hash, cause),
  ...(
    [
      'insufficient_balance',
      'insufficient_fee',
      'expired_intent',
      'not_authorized',
      'not_forwarded',
      'contract_depositor',
      'refused',
    ] as const
  ).map((code) => new errors.HubRefusedError(code)),
  new errors.HubRefusedError('insufficient_balance', { required: 10n, available: 9n, details: 'Insufficient balance' }),
  new errors.HubTransferIdLostError(hash),
  new errors.InsufficientFundsError('balance', 10n, 9n, { do: 'add_funds', token: 'usdc' }),
  new errors.InvalidAddressError('to', '0x12', 'is not an address', ['Ask again.']),
  new errors.InvalidAmountError('-1', 'is not positive'),
  new errors.InvalidInputError('salt', 'The salt is not 32 bytes of hex.'),
  new errors.IssuerRefusedError('reading the fees', 400, 'Bad request.'),
  new errors.IssuerUnavailableError('reading the fees', 'unreachable', { cause }),
  new errors.IssuerUnavailableError('reading the fees', 'rate_limited', { status: 429, retryAfterMs: 4_100 }),
  ...(['timeout', 'failing', 'redirected', 'too_large', 'garbled'] as const).map(
    (reason) => new errors.IssuerUnavailableError('reading the fees', reason),
  ),
  new errors.MissingAccountError(),
  ...(['undeployed', 'foreign'] as const).map((reason) => new errors.NotABoxError(address, reason)),
  new errors.PolicyMismatchError(address, 'maxAmount', 5n, 6n),
  ...(['cannot_sign', 'no_allowance'] as const).map((reason) => new errors.PrivatePayUnavailableError(address, reason)),
  new errors.ServiceProblemError('claiming transfer 1', {
    status: 429,
    code: 'quota_exceeded',
    detail: 'daily quota exceeded',
    retryable: true,
    retryAfterSeconds: 3600,
    requestId: '0b9f0f2e-57a2-4c9b-8f7e-2f3b6a0a6d10',
  }),
  new errors.ServiceProblemError('creating a box', {
    status: 400,
    code: 'invalid_request',
    detail: 'the request does not match its schema',
    retryable: false,
    fields: [{ pointer: '/policy/mode', code: 'out_of_range' }],
  }),
  new errors.ServiceUnavailableError('claiming transfer 1', 'unreachable', { cause }),
  ...(['timeout', 'redirected', 'too_large', 'garbled'] as const).map(
    (reason) => new errors.ServiceUnavailableError('reading its health', reason, { status: 200 }),
  ),
  new errors.SignatureDeclinedError('claiming transfer 1'),
  new errors.SignatureUnusableError('permitting the transfer', address, 'the account has code'),
  new errors.TransactionReplacedError('claiming transfer 1', hash, other),
  new errors.TransactionRevertedError('claiming transfer 1', hash),
  new errors.TransactionUnconfirmedError('claiming transfer 1', hash, cause),
  new errors.TransactionUnconfirmedError('claiming transfer 1', undefined, cause),
  new errors.TransferLockedError(1n, hash),
  new errors.TransferLockedError(1n),
  ...(['not_pending', 'expired', 'not_expired', 'unknown', 'not_sender'] as const).map(
    (reason) => new errors.TransferUnavailableError(1n, reason),
  ),
  new errors.UnknownBridgeChainError('Base', ['Arc_Testnet', 'Base_Sepolia']),
  new errors.UnknownChainError(1, [5042002, 84532]),
  new errors.UnknownConfigError(hash),
  new errors.UntrustedVerifierError(hash, address),
  new errors.WireFormatError('/auth/signature', 'not_hex'),
  new errors.WrongClaimCodeError(1n, 4, hash),
  new errors.WrongNetworkError(1, 2),
]

test('every message, in full', () => {
  const text = made()
    .map((error) => `[${error.name} ${error.code}]\n${error.message}`)
    .join('\n\n')
  expect(text).toMatchSnapshot()
})

test('name and code are literals of their own class', () => {
  for (const error of made()) {
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toBeInstanceOf(Error)
    expect(error.name).toBe(error.constructor.name)
    expect(error.code).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(error.message).toContain(error.shortMessage)
  }
})

describe('ServiceError', () => {
  const facts = { effect: 'none', retry: 'no', advice: { do: 'report' } } as const
  const inner = new Error('inner')
  const outer = new ServiceError('Outer.', { ...facts, cause: new Error('middle', { cause: inner }) })

  test('effect, retry and advice are required', () => {
    const incomplete = () => [
      // @ts-expect-error
      new ServiceError('x', { retry: 'no', advice: { do: 'report' } }),
      // @ts-expect-error
      new ServiceError('x', { effect: 'none', advice: { do: 'report' } }),
      // @ts-expect-error
      new ServiceError('x', { effect: 'none', retry: 'no' }),
      // @ts-expect-error
      new ServiceError('x', { ...facts, advice: { do: 'something else' } }),
      // @ts-expect-error
      new ServiceError('x', { ...facts, advice: { do: 'switch_chain' } }),
      // @ts-expect-error
      new ServiceError('x'),
    ]
    expect(incomplete).toThrow(TypeError)
  })

  test('walk: the innermost cause, or the first that fits, or null', () => {
    expect(outer.walk()).toBe(inner)
    expect(outer.walk((error) => error instanceof Error && error.message === 'middle')).toBe(outer.cause)
    expect(outer.walk((error) => error instanceof ServiceError)).toBe(outer)
    expect(outer.walk((error) => error instanceof TypeError)).toBeNull()
    expect(new ServiceError('Alone.', facts).walk()).toBeInstanceOf(ServiceError)
  })

  test('details: given, or from the cause in its own words', () => {
    expect(outer.details).toBe('middle')
    expect(new ServiceError('x', { ...facts, cause: inner, details: 'given' }).details).toBe('given')
    expect(
      new ServiceError('x', { ...facts, cause: new ServiceError('y', { ...facts, details: 'deep' }) }).details,
    ).toBe('deep')
    expect(new ServiceError('x', facts).details).toBeUndefined()
  })

  test('docsPath, metaMessages and hint are printed', () => {
    const error = new ServiceError('x', { ...facts, docsPath: 'docs/errors.md', metaMessages: ['a', 'b'], hint: 'c' })
    expect(error.message).toBe('x\n\na\nb\nc\n\nDocs: docs/errors.md\nVersion: @holdfast/sdk@x.y.z')
  })
})
