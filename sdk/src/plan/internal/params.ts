import type { BridgeProgress } from '../../bridge/types.js'
import type { BridgeChainName, HubChainName } from '../../chain/bridgeChains.js'
import { InvalidInputError } from '../../errors/input.js'
import { textOf } from '../../errors/textOf.js'
import { type EphemeralPolicy, MODE_PULL, MODE_PUSH } from '../../shield/types.js'
import type { IntegratorConfig } from '../../transfer/config.js'
import type { PlannedLink, PlannedSend, PlanOperation, PlanOperations } from '../operations.js'
import {
  listOf,
  oneOf,
  optional,
  type Reader,
  readAddress,
  readAmount,
  readBytes32,
  readCount,
  readDigits,
  readFlag,
  readHex,
  readText,
  record,
  refuse,
} from './readers.js'

// Names that the operation itself judges.
const hubChain = readText as Reader<HubChainName>
// As above.
const bridgeChain = readText as Reader<BridgeChainName>

const terms: Reader<IntegratorConfig> = /* @__PURE__ */ record<IntegratorConfig>({
  recallWindow: readCount,
  claimMode: oneOf('CODE', 'SIGNATURE', 'REGISTERED', 'KEY', 'KEY_RELEASE'),
  feeBps: readCount,
  feeRecipient: readAddress,
  minProtectedAmount: readAmount,
  onWarning: oneOf('warn', 'block'),
})

const policy: Reader<EphemeralPolicy> = /* @__PURE__ */ record<EphemeralPolicy>({
  token: readAddress,
  owner: readAddress,
  cosigner: readAddress,
  vault: readAddress,
  target: readAddress,
  maxAmount: readAmount,
  perPullMax: optional(readAmount),
  expiry: readCount,
  interval: readCount,
  mode: oneOf(MODE_PUSH, MODE_PULL),
})

const progress: Reader<BridgeProgress> = /* @__PURE__ */ record<BridgeProgress>({
  from: bridgeChain,
  to: bridgeChain,
  sender: readAddress,
  recipient: readAddress,
  amount: readDigits,
  maxFee: optional(readDigits),
  approveTxHash: optional(readBytes32),
  burnAfterBlock: optional(readDigits),
  burnTxHash: optional(readBytes32),
  burnNonce: optional(readCount),
  forwardTxHash: optional(readBytes32),
})

/** Terms that are registered, or that are registered on the way: one of the two. */
function withTerms<params extends { terms?: unknown; configId?: unknown }>(read: Reader<params>): Reader<params> {
  return (value, at) => {
    const params = read(value, at)
    if ((params.terms === undefined) === (params.configId === undefined))
      refuse(`${at}/configId`, 'or `terms` must be there, not both')
    return params
  }
}

/** Before it is known which of the two it has. */
type WithTerms<params> = Omit<params, 'terms' | 'configId'> & {
  terms?: IntegratorConfig | undefined
  configId?: PlannedSend['configId']
}

const termsFields = { terms: optional(terms), configId: optional(readBytes32) }
const sendFields = { ...termsFields, to: readAddress, amount: readAmount, claimHash: readBytes32 }
const transfer = { transferId: readAmount }
const spend = { account: readAddress, amount: readAmount }
const sweep = { account: readAddress, vault: readAddress }
const hubSpend = {
  from: hubChain,
  to: hubChain,
  amount: readAmount,
  depositor: optional(readAddress),
  maxFee: optional(readAmount),
}

// `withTerms` sees to it that exactly one of the two is there.
const send = withTerms(record<WithTerms<PlannedSend>>(sendFields)) as Reader<PlannedSend>
const sendWithMemo = withTerms(
  record<WithTerms<PlannedSend> & { memo?: boolean | undefined }>({ ...sendFields, memo: optional(readFlag) }),
) as Reader<PlanOperations['sendProtected']['params']> // As above.
// As above.
const createdLink = withTerms(
  record<WithTerms<PlannedLink>>({ ...termsFields, amount: readAmount, claimHash: readBytes32 }),
) as Reader<PlannedLink>

const sent = { configId: readBytes32, to: readAddress, amount: readAmount, claimHash: readBytes32 }
const items = listOf(record(sent))
const batch = record({ items })
const authorization = { from: readAddress, validAfter: readAmount, validBefore: readAmount, nonceSalt: readBytes32 }
const witness = { from: readAddress, nonce: readAmount, deadline: readAmount }

/** What each operation takes, and nothing else. */
const paramsReaders: { readonly [operation in PlanOperation]: Reader<PlanOperations[operation]['params']> } = {
  registerConfig: record({ terms }),
  approveUsdc: record({ amount: readAmount }),
  sendProtected: sendWithMemo,
  sendProtectedWithPermit: send,
  sendProtectedWithAuthorization: send,
  sendProtectedWithWitness: send,
  submitSendAuthorization: record({ ...sent, ...authorization }),
  submitSendWitness: record({ ...sent, ...witness }),
  createPaymentLink: createdLink,
  claimPaymentLink: record<PlanOperations['claimPaymentLink']['params']>({
    kind: oneOf('claim', 'payment'),
    chainId: readCount,
    transferId: readAmount,
    recipient: optional(readAddress),
  }),
  claim: record<PlanOperations['claim']['params']>({ ...transfer, recipient: optional(readAddress) }),
  claimWithKey: record({ ...transfer, recipient: readAddress }),
  claimWithKeyBatch: record({ claims: listOf(record({ ...transfer, recipient: readAddress })) }),
  cancel: record(transfer),
  cancelWithSignature: record({ ...transfer, deadline: readAmount }),
  rekey: record({ ...transfer, newClaimHash: readBytes32 }),
  release: record({ ...transfer, recipient: readAddress }),
  releaseWithSignature: record({ ...transfer, recipient: readAddress, deadline: readAmount }),
  reclaimExpired: record(transfer),
  reclaimExpiredBatch: record({ transferIds: listOf(readAmount) }),
  sendProtectedBatch: batch,
  sendProtectedBatchWithAuthorization: batch,
  sendProtectedBatchWithWitness: batch,
  submitBatchAuthorization: record({ items, ...authorization }),
  submitBatchWitness: record({ items, ...witness }),
  cancelBatch: record({ transferIds: listOf(readAmount) }),
  createEphemeral: record<PlanOperations['createEphemeral']['params']>({
    factory: readAddress,
    salt: readBytes32,
    policy,
    payer: optional(readAddress),
  }),
  fundEphemeral: record({ ...spend, policy }),
  fundFromVault: record<PlanOperations['fundFromVault']['params']>({
    ...spend,
    vault: readAddress,
    policy: optional(policy),
  }),
  depositToVault: record<PlanOperations['depositToVault']['params']>({
    vault: readAddress,
    amount: readAmount,
    owner: optional(readAddress),
  }),
  withdrawFromVault: record({ vault: readAddress, to: readAddress, amount: readAmount }),
  submitPay: record(spend),
  submitPull: record(spend),
  settlePrivatePayment: record<PlanOperations['settlePrivatePayment']['params']>({
    ...spend,
    owner: readAddress,
    payer: optional(readAddress),
    accept: optional(readAddress),
    spentBefore: optional(readAmount),
  }),
  settlePrivatePaymentBatched: record<PlanOperations['settlePrivatePaymentBatched']['params']>({
    factory: readAddress,
    salt: readBytes32,
    policy,
    amount: readAmount,
    owner: readAddress,
    router: optional(readAddress),
    payer: optional(readAddress),
    accept: optional(readAddress),
  }),
  sweepToVault: record(sweep),
  sweepWithSignature: record({ ...sweep, close: readFlag, deadline: readAmount }),
  sweepExpired: record(sweep),
  announceStealthBox: record({ stealthAddress: readAddress, ephemeralPubKey: readHex, metadata: readHex }),
  depositToHub: record({ chain: hubChain, amount: readAmount }),
  spendFromHub: record<PlanOperations['spendFromHub']['params']>({ ...hubSpend, recipient: optional(readAddress) }),
  fundBoxFromHub: record<PlanOperations['fundBoxFromHub']['params']>({ ...hubSpend, account: readAddress }),
  initiateHubWithdrawal: record({ chain: hubChain, amount: readAmount }),
  completeHubWithdrawal: record({ chain: hubChain }),
  addHubDelegate: record({ chain: hubChain, delegate: readAddress }),
  removeHubDelegate: record({ chain: hubChain, delegate: readAddress }),
  bridgeFromWallet: record<PlanOperations['bridgeFromWallet']['params']>({
    from: bridgeChain,
    to: bridgeChain,
    amount: readAmount,
    recipient: optional(readAddress),
  }),
  resumeBridge: record({ progress }),
  mintBridged: record<PlanOperations['mintBridged']['params']>({
    sourceDomain: readCount,
    burnTxHash: readBytes32,
    recipient: optional(readAddress),
    to: bridgeChain,
  }),
}

/**
 * Checks the parameters of a plan, and leaves out what its operation does not take.
 *
 * @throws {@link InvalidInputError}, which names the field; also for a name that is not an operation.
 */
export function readParams<operation extends PlanOperation>(
  operation: operation,
  params: unknown,
): PlanOperations[operation]['params'] {
  // The reader of an operation returns its parameters.
  return paramsReaders[readOperation(operation)](params, '/params') as PlanOperations[operation]['params']
}

/** @throws {@link InvalidInputError} on a name that is not in the table, as in a plan from elsewhere. */
export function readOperation(name: unknown): PlanOperation {
  // A name of the table, by the condition.
  if (typeof name === 'string' && Object.hasOwn(paramsReaders, name)) return name as PlanOperation
  throw new InvalidInputError('operation', `There is no plan of "${textOf(name)}".`)
}
