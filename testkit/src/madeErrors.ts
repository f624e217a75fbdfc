import * as errors from '@holdfast/sdk/errors'
import { PROBLEMS } from '@holdfast/sdk/wire'
import type { Address, Hash } from 'viem'

const hash: Hash = `0x${'ab'.repeat(32)}`
const other: Hash = `0x${'cd'.repeat(32)}`
const address: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const cause = new Error('socket hang up')
const burn = { sourceDomain: 26, burnTxHash: hash }

/**
 * At least one error of every class, code and reason that the SDK throws. A new code does not compile until it is
 * listed here.
 */
export function madeErrors(): readonly errors.ServiceError[] {
  return [
    ...all<errors.BoxRefusal, object>(boxRefusals, (code, facts) => new errors.BoxRefusedError(address, code, facts)),
    ...all<errors.BridgeRefusal, object>(bridgeRefusals, (code, facts) => new errors.BridgeRefusedError(code, facts)),
    new errors.BatchItemFailedError(2, new errors.TransferUnavailableError(1n, 'not_sender')),
    new errors.BurnNotFoundError(hash),
    ...(['failed', 'not_attempted', 'not_on_chain'] as const).map(
      (reason) => new errors.ForwardingFailedError(reason, burn),
    ),
    new errors.NotAttestedError(burn),
    new errors.CallRefusedError('cancelling transfer 1', { errorName: 'Paused', errorArgs: [1n, 'x'] }, 'node said no'),
    new errors.ChainUnavailableError('reading transfer 1', cause),
    new errors.ChainUnavailableError('looking for transaction 7 of 0x…', cause, 'open'),
    new errors.ClaimHashNotFoundError(hash),
    new errors.TransferDiffersError(1n, hash, ['to', 'amount']),
    new errors.ClaimKeyInvalidError(1n),
    new errors.ClaimOutcomeUnknownError(hash),
    new errors.ReleaseRequiredError(1n),
    ...[true, false].map(
      (isLookalike) => new errors.ClaimRecipientMismatchError(1n, address, report.target, isLookalike),
    ),
    new errors.DataUnavailableError('reading the history', cause),
    ...all<errors.GuardRefusal, object>(
      guardRefusals,
      (code, facts) => new errors.GuardRefusedError(code, 'Holdfast: a sentence.', facts),
    ),
    new errors.GuardRefusedError('guard_refused', 'Holdfast: it cannot be read.'),
    ...['ON_CHAIN_FAILURE', undefined].map(
      (reason) => new errors.HubMintFailedError('2adba88e-9d63-44bc-b975-9b6ae3440dde', reason),
    ),
    new errors.HubOutcomeUnknownError(hash, cause),
    ...all<errors.HubRefusal, object>(hubRefusals, (code, facts) => new errors.HubRefusedError(code, facts)),
    new errors.HubTransferIdLostError(hash),
    ...fundingAdvice.map(
      (advice) => new errors.InsufficientFundsError(advice.do === 'approve' ? 'allowance' : 'balance', 10n, 9n, advice),
    ),
    new errors.InvalidAddressError('to', '0x12', 'is not an address', ['Ask again.']),
    new errors.InvalidAmountError('-1', 'is not positive'),
    new errors.InvalidInputError('salt', 'The salt is not 32 bytes of hex.'),
    new errors.IssuerRefusedError('reading the fees', 400, 'Bad request.'),
    ...all<errors.IssuerUnavailableReason, object>(
      issuerReasons,
      (reason, facts) => new errors.IssuerUnavailableError('reading the fees', reason, facts),
    ),
    ...all<errors.IssuerUnavailableReason, object>(
      issuerReasons,
      (reason) => new errors.IssuerUnavailableError('handing in the spend', reason),
    ),
    ...(['not_a_link', 'bad_chain', 'bad_transfer', 'bad_secret', 'other_kind'] as const).map(
      (problem) => new errors.LinkMalformedError(problem),
    ),
    ...(['aborted', 'unavailable', 'refused'] as const).map(
      (reason) => new errors.LogsIncompleteError(41n, [], reason, cause),
    ),
    new errors.MissingAccountError(),
    ...(['undeployed', 'foreign'] as const).map((reason) => new errors.NotABoxError(address, reason)),
    new errors.StalePlanError('cancel', ['state'], { cause: new errors.TransferUnavailableError(1n, 'not_pending') }),
    ...all<errors.PlanChange, undefined>(planChanges, (change) => new errors.StalePlanError('sendProtected', [change])),
    new errors.StalePlanError('sendProtected', ['network_fee'], { transactions: [hash] }),
    new errors.StalePlanError('sendProtectedWithAuthorization', ['network_fee'], {
      signed: ['ReceiveWithAuthorization'],
    }),
    new errors.StalePlanError('spendFromHub', ['steps'], { signed: ['BurnIntent'] }),
    new errors.PolicyMismatchError(address, 'maxAmount', 5n, 6n),
    ...(['cannot_sign', 'no_allowance'] as const).map(
      (reason) => new errors.PrivatePayUnavailableError(address, reason),
    ),
    ...(['expired', 'not_yet'] as const).map((reason) => new errors.RequestExpiredError(reason, requestTimes)),
    ...all<errors.RequestProblem, string | undefined>(
      requestProblems,
      (problem, field) => new errors.RequestMalformedError(problem, field),
    ),
    new errors.RequestSignatureInvalidError(address),
    new errors.RiskBlockedError(report),
    new errors.ServiceProblemError('claiming transfer 1', {
      ...PROBLEMS.quota_exceeded,
      code: 'quota_exceeded',
      retryAfterSeconds: 3600,
      requestId: '0b9f0f2e-57a2-4c9b-8f7e-2f3b6a0a6d10',
    }),
    new errors.ServiceProblemError('creating a box', {
      ...PROBLEMS.invalid_request,
      code: 'invalid_request',
      fields: [{ pointer: '/policy/mode', code: 'out_of_range' }],
    }),
    ...Object.entries(PROBLEMS)
      .filter(([code]) => code !== 'quota_exceeded' && code !== 'invalid_request')
      .map(([code, problem]) => new errors.ServiceProblemError('asking', { code, ...problem })),
    ...all<errors.ServiceUnavailableReason, object>(
      serviceReasons,
      (reason, facts) => new errors.ServiceUnavailableError('reading its health', reason, facts),
    ),
    ...all<errors.ServiceUnavailableReason, object>(
      serviceReasons,
      (reason) => new errors.ServiceUnavailableError('claiming transfer 1', reason),
    ),
    new errors.SignatureDeclinedError('claiming transfer 1'),
    new errors.SignatureUnusableError('permitting the transfer', address, 'the account has code'),
    new errors.TransactionReplacedError('claiming transfer 1', hash, other),
    new errors.TransactionReplacedError('claiming transfer 1', hash, undefined),
    new errors.TransactionRevertedError('claiming transfer 1', hash),
    new errors.TransactionUnconfirmedError('claiming transfer 1', hash, cause),
    new errors.TransactionUnconfirmedError('claiming transfer 1', undefined, cause),
    new errors.TransferLockedError(1n, hash),
    new errors.TransferLockedError(1n),
    ...all<errors.TransferUnavailableReason, undefined>(
      transferReasons,
      (reason) => new errors.TransferUnavailableError(1n, reason),
    ),
    new errors.UnknownBridgeChainError('Base', ['Arc_Testnet', 'Base_Sepolia']),
    new errors.UnknownChainError(1, [5042002, 84532]),
    new errors.UnknownConfigError(hash),
    new errors.UntrustedVerifierError(hash, address),
    new errors.WalletSilentError('approving USDC', true),
    new errors.WalletSilentError('permitting the transfer', false),
    new errors.WireFormatError('/auth/signature', 'not_hex'),
    new errors.WrongClaimCodeError(1n, 4, hash),
    new errors.WrongNetworkError(1, 2),
  ]
}

function all<key extends string, facts>(
  table: Readonly<Record<key, facts>>,
  make: (key: key, facts: facts) => errors.ServiceError,
): errors.ServiceError[] {
  return (Object.keys(table) as key[]).map((key) => make(key, table[key]))
}

const boxRefusals: Readonly<Record<errors.BoxRefusal, object>> = {
  over_limit: { limit: 5n },
  over_pull_cap: { limit: 5n },
  over_funded: { limit: 5n },
  too_soon: { notBefore: 1_800_000_000 },
  expired: {},
  not_expired: { notBefore: 1_800_000_000 },
  not_cosigned: { cause },
  wrong_mode: {},
  not_vault: {},
  signature_expired: {},
  invalid_signature: {},
  already_spent: {},
  not_paid: {},
  already_paid: {},
}

const amounts = { required: 10n, available: 9n }

const bridgeRefusals: Readonly<Record<errors.BridgeRefusal, object>> = {
  not_forwarded: {},
  over_burn_limit: amounts,
  fee_rose: amounts,
  short_with_fee: { ...amounts, chain: 'Base Sepolia' },
  short_with_gas: { ...amounts, chain: 'Arc Testnet' },
  no_gas: { required: 375_000_000_000_000n, available: 0n, coin: 'ETH', chain: 'Base Sepolia' },
  recipient_needed: {},
  burn_unknown: {},
  burn_superseded: {},
}

const guardRefusals: Readonly<Record<errors.GuardRefusal, object>> = {
  get guard_refused() {
    return { reports: [report], reference: '7K3P' }
  },
  guard_not_synced: { retryAfterMs: 5_000 },
  get grant_used() {
    return { reports: [report], usedBy: hash }
  },
  get grant_mismatch() {
    return { reports: [report] }
  },
}

const hubRefusals: Readonly<Record<errors.HubRefusal, object>> = {
  insufficient_balance: { ...amounts, details: 'Insufficient balance' },
  insufficient_fee: {},
  expired_intent: {},
  not_authorized: {},
  contract_depositor: {},
  not_forwarded: {},
  refused: {},
}

const read = { effect: 'none' } as const

const planChanges: Readonly<Record<errors.PlanChange, undefined>> = {
  account: undefined,
  chain: undefined,
  payer: undefined,
  recipient: undefined,
  amount: undefined,
  fee: undefined,
  terms: undefined,
  allowance: undefined,
  balance: undefined,
  firewall: undefined,
  network_fee: undefined,
  steps: undefined,
  state: undefined,
  carried_out: undefined,
}
const issuerReasons: Readonly<Record<errors.IssuerUnavailableReason, object>> = {
  unreachable: { ...read, cause },
  timeout: read,
  rate_limited: { ...read, status: 429, retryAfterMs: 4_100 },
  failing: read,
  redirected: read,
  too_large: read,
  garbled: read,
}

const serviceReasons: Readonly<Record<errors.ServiceUnavailableReason, object>> = {
  unreachable: { ...read, cause },
  timeout: read,
  redirected: { ...read, status: 302 },
  too_large: { ...read, status: 200 },
  garbled: { ...read, status: 200 },
}

const transferReasons: Readonly<Record<errors.TransferUnavailableReason, undefined>> = {
  not_pending: undefined,
  expired: undefined,
  not_expired: undefined,
  unknown: undefined,
  not_sender: undefined,
  wrong_claim_mode: undefined,
  not_open: undefined,
}

const requestTimes = { notBefore: new Date(1_800_000_000_000), expires: new Date(1_800_604_800_000) }

const requestProblems: Readonly<Record<errors.RequestProblem, string | undefined>> = {
  not_a_request: undefined,
  unknown_version: undefined,
  too_large: undefined,
  bad_encoding: undefined,
  bad_field: 'amount',
  unknown_token: 'token',
}

const fundingAdvice: readonly errors.FundingAdvice[] = [
  { do: 'add_funds', token: 'usdc' },
  { do: 'add_funds', token: 'usdc', account: address, atMost: 9n },
  { do: 'fund_box', account: address, atMost: 9n },
  { do: 'deposit_to_vault', atMost: 9n },
  { do: 'lower_amount', atMost: 9n },
  ...(['transfer_contract', 'permit', 'vault', 'bridge', 'hub'] as const).map(
    (spender) => ({ do: 'approve', spender }) as const,
  ),
]

const report: errors.RiskReport = {
  target: address,
  sender: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  level: 'block',
  reasons: [
    { code: 'LOOKALIKE_ADDRESS', severity: 'block', message: 'looks like another address', lookalikeOf: address },
  ],
  complete: true,
  checkedAt: new Date(0),
}
