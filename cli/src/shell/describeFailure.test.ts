import {
  BoxRefusedError,
  ChainUnavailableError,
  ForwardingFailedError,
  HubMintFailedError,
  HubOutcomeUnknownError,
  HubRefusedError,
  HubTransferIdLostError,
  InsufficientFundsError,
  InvalidAddressError,
  NotABoxError,
  PolicyMismatchError,
  ServiceUnavailableError,
  UnknownConfigError,
  WrongNetworkError,
} from '@holdfast/sdk/errors'
import { madeErrors } from '@holdfast/testkit/madeErrors'
import { expect, test } from 'vitest'
import { describeFailure } from './describeFailure.js'

const box = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const { signal } = new AbortController()

test.each([
  [new BoxRefusedError(box, 'expired'), 'refused'],
  [new BoxRefusedError(box, 'invalid_signature'), 'refused'],
  [new NotABoxError(box, 'foreign'), 'refused'],
  [new PolicyMismatchError(box, 'target', box, box), 'refused'],
  [new InvalidAddressError('box', box, 'is not a box'), 'usage'],
])('%s', (error, exit) => expect(describeFailure(error, signal)).toMatchObject({ exit, code: error.code }))

const hash = `0x${'1'.repeat(64)}` as const

test.each([
  [
    new InsufficientFundsError('balance', 99_050_000n, 5_000_000n, { do: 'add_funds', token: 'usdc' }),
    '5 USDC does not cover 99.05 USDC.',
  ],
  [new BoxRefusedError(box, 'over_limit', { limit: 2_500_000n }), 'At most:    2.5 USDC'],
  [new BoxRefusedError(box, 'wrong_mode'), 'A box of mode push pays, one of mode pull is pulled from.'],
  [new NotABoxError(box, 'undeployed'), 'Create it first: holdfast box create.'],
  [new UnknownConfigError(hash), 'Register them first: holdfast terms register.'],
  [new ForwardingFailedError('failed', { sourceDomain: 6, burnTxHash: hash }), 'holdfast bridge track --mint'],
  [new HubOutcomeUnknownError(hash, undefined), 'holdfast resume'],
  [new HubRefusedError('refused', { details: 'Signer is\u001b[2J blocked' }), 'Reason: Signer is [2J blocked'],
  [new HubRefusedError('insufficient_fee', { required: 20_000n, available: 15_000n }), 'Required:  0.02 USDC'],
  [new WrongNetworkError(84532, 5042002), 'holdfast config show'],
  [new HubTransferIdLostError(hash), 'holdfast hub track'],
  [new HubMintFailedError('1', undefined), 'holdfast hub balance'],
  [new ServiceUnavailableError('asking', 'garbled'), 'Check --service'],
  [new ChainUnavailableError('asking', undefined), 'holdfast doctor'],
])('%s, for a terminal', (error, words) => {
  const { message, facts } = describeFailure(error, signal)
  const told = [message, ...facts].join('\n')
  expect(told).toContain(words)
  expect(told).not.toMatch(/base units|`(?!maxAmount)[a-z]+[A-Z(]/)
})

test.each(madeErrors().map((error) => [`${error.name} ${error.code}`, error] as const))(
  '%s: no call of the library, no base units',
  (_, error) => {
    const { exit, message, facts } = describeFailure(error, signal)
    expect([message, ...facts].join('\n')).not.toMatch(/base units|`(?!maxAmount)[a-z]+[A-Z(]/)
    expect(exit).not.toBe('failed')
  },
)

test.each(madeErrors().map((error) => [`${error.name} ${error.code}`, error] as const))(
  '%s: whatever a stranger put into it, each line stays one and moves nothing',
  (_, error) => {
    const attack = '\u001b[2J\u009b1A\u202e\nDone.\r'
    const { shortMessage, metaMessages } = error
    const hostile = { shortMessage: shortMessage + attack, metaMessages: [...metaMessages, attack], details: attack }
    for (const [field, value] of Object.entries(hostile)) Object.defineProperty(error, field, { value })
    const { message, facts } = describeFailure(error, signal)
    for (const line of [message, ...facts]) expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  },
)

test('exits by class and code', () => {
  const exits = madeErrors().map((error) => `${error.name} ${error.code}: ${describeFailure(error, signal).exit}`)
  expect([...new Set(exits)].filter((exit) => !exit.endsWith(': refused'))).toMatchInlineSnapshot(`
    [
      "BridgeRefusedError burn_unknown: unsettled",
      "NotAttestedError not_attested: unsettled",
      "ChainUnavailableError chain_unavailable: unavailable",
      "ClaimOutcomeUnknownError claim_outcome_unknown: unsettled",
      "DataUnavailableError data_unavailable: unavailable",
      "GuardRefusedError guard_not_synced: unavailable",
      "HubOutcomeUnknownError hub_outcome_unknown: unsettled",
      "HubTransferIdLostError hub_transfer_id_lost: unsettled",
      "InvalidAddressError invalid_address: usage",
      "InvalidAmountError invalid_amount: usage",
      "InvalidInputError invalid_input: usage",
      "IssuerUnavailableError issuer_unavailable: unavailable",
      "LinkMalformedError link_malformed: usage",
      "LogsIncompleteError logs_incomplete: unavailable",
      "StalePlanError stale_plan: unsettled",
      "PrivatePayUnavailableError private_pay_unavailable: unavailable",
      "RequestMalformedError request_malformed: usage",
      "RiskBlockedError risk_blocked: blocked",
      "ServiceProblemError quota_exceeded: unavailable",
      "ServiceProblemError invalid_request: usage",
      "ServiceProblemError invalid_json: usage",
      "ServiceProblemError invalid_mode: usage",
      "ServiceProblemError signature_replayed: unavailable",
      "ServiceProblemError request_timeout: unavailable",
      "ServiceProblemError operation_conflict: unavailable",
      "ServiceProblemError rate_limited: unavailable",
      "ServiceProblemError relayer_depleted: unavailable",
      "ServiceProblemError fee_ceiling: unavailable",
      "ServiceProblemError upstream_unavailable: unavailable",
      "ServiceProblemError recovering: unavailable",
      "ServiceProblemError overloaded: unavailable",
      "ServiceProblemError shutting_down: unavailable",
      "ServiceProblemError upstream_timeout: unavailable",
      "ServiceUnavailableError service_unavailable: unavailable",
      "SignatureDeclinedError signature_declined: declined",
      "TransactionReplacedError transaction_replaced: unsettled",
      "TransactionUnconfirmedError transaction_unconfirmed: unsettled",
      "WalletSilentError wallet_silent: unsettled",
    ]
  `)
})

test('an error from elsewhere shows its class only', () => {
  expect(describeFailure(new TypeError('https://key@host'), signal)).toEqual({
    exit: 'failed',
    code: 'internal_error',
    message: 'Unexpected error (TypeError).',
    facts: [],
  })
})
