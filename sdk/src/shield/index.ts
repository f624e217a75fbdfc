export { AccountOwnerIndex, type AccountOwnerIndexOptions } from './AccountOwnerIndex.js'
export type { AccountCreation, CreationScope } from './accountCreation.js'
export { approveVault } from './approveVault.js'
export { type AssertBoxFundableOptions, assertBoxFundable } from './assertBoxFundable.js'
export { type AwaitBoxFundedOptions, awaitBoxFunded } from './awaitBoxFunded.js'
export { bindOwner, type OwnerBinding, type OwnerFacts, type StandingBinding } from './bindOwner.js'
export { type BoxCaution, type BoxStatus, boxCautions, boxStatus } from './boxStatus.js'
export type {
  AuthorizeRequest,
  AuthorizeResult,
  CoSigner,
  CosignAuth,
  CosignerFault,
  CosignVeto,
  CounterfactualCoSigner,
  CounterfactualRequest,
  PrecheckRequest,
  PrecheckResult,
  PrivatePayOutcome,
  SpendRequest,
} from './coSigner.js'
export { COSIGNER_FAULTS } from './cosignerFaults.js'
export { type CreateEphemeralOptions, createEphemeral } from './createEphemeral.js'
export { createRiskCheck } from './createRiskCheck.js'
export { type DepositToVaultOptions, depositToVault } from './depositToVault.js'
export { explorerAccountsCreated } from './explorerAccountsCreated.js'
export { type FundBoxParams, fundBoxFromHub } from './fundBoxFromHub.js'
export { fundEphemeral } from './fundEphemeral.js'
export { type FundFromVaultOptions, fundFromVault } from './fundFromVault.js'
export { type BoxDetails, getBox } from './getBox.js'
export type { AskOptions } from './internal/askCoSigner.js'
export type { SearchOptions } from './internal/events.js'
export type { BoxOptions } from './internal/readBox.js'
export type { BoxWarning, BoxWarningCode } from './internal/warnings.js'
export { isBoxFunding } from './isBoxFunding.js'
export { type BindFacts, type BindJudgement, judgeBind } from './judgeBind.js'
export { LocalCoSigner, type LocalCoSignerOptions, type RiskCheck, type RiskVerdict } from './LocalCoSigner.js'
export { newStealthPolicy } from './newStealthPolicy.js'
export { ownerHash, vaultHash } from './ownerHash.js'
export { predictEphemeral } from './predictEphemeral.js'
export {
  type BindRequest,
  type CosignOptions,
  RemoteCoSigner,
  type RemoteCoSignerAuth,
  type RemoteCoSignerOptions,
} from './RemoteCoSigner.js'
export { readAccount } from './readAccount.js'
export { type SettleOptions, type SettleParams, settlePrivatePayment } from './settlePrivatePayment.js'
export {
  type SettleBatchedOptions,
  type SettleBatchedParams,
  settlePrivatePaymentBatched,
} from './settlePrivatePaymentBatched.js'
export {
  SPEND_DOMAIN_NAME,
  SPEND_DOMAIN_VERSION,
  type SpendDigestParams,
  spendDigest,
  spendTypedData,
} from './spendDigest.js'
export { submitPay } from './submitPay.js'
export { submitPull } from './submitPull.js'
export { sweepExpired } from './sweepExpired.js'
export { sweepToVault } from './sweepToVault.js'
export { type SweepParams, sweepTypedData } from './sweepTypedData.js'
export { type SignedSweep, type SignSweepOptions, signSweep, sweepWithSignature } from './sweepWithSignature.js'
export {
  ACTION_PAY,
  ACTION_PULL,
  type AccountState,
  type CounterfactualPolicy,
  type CreatedAccount,
  type EphemeralPolicy,
  MODE_PULL,
  MODE_PUSH,
  type ShieldClients,
  type SpendAction,
  type SpendMode,
} from './types.js'
export { vaultBalance } from './vaultBalance.js'
export { withdrawFromVault } from './withdrawFromVault.js'
