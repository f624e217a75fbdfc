export type { Advice, ErrorEffect, ErrorRetry } from './advice.js'
export { ServiceError, type ServiceErrorOptions } from './base.js'
export {
  type BridgeRefusal,
  BridgeRefusedError,
  BurnNotFoundError,
  ForwardingFailedError,
  NotAttestedError,
} from './bridge.js'
export {
  ChainUnavailableError,
  LogsIncompleteError,
  MissingAccountError,
  UnknownBridgeChainError,
  UnknownChainError,
  WrongNetworkError,
} from './chain.js'
export { describeError, type ErrorDescription } from './describeError.js'
export { type GuardRefusal, GuardRefusedError } from './guard.js'
export {
  HubMintFailedError,
  HubOutcomeUnknownError,
  type HubRefusal,
  HubRefusedError,
  HubTransferIdLostError,
} from './hub.js'
export { InvalidAddressError, InvalidAmountError, InvalidInputError } from './input.js'
export { IssuerRefusedError, IssuerUnavailableError, type IssuerUnavailableReason } from './issuer.js'
export { LinkMalformedError, type LinkProblem } from './link.js'
export { type PlanChange, StalePlanError, type StalePlanFacts } from './plan.js'
export {
  RequestExpiredError,
  RequestMalformedError,
  type RequestProblem,
  RequestSignatureInvalidError,
} from './request.js'
export {
  type AddressSource,
  DataUnavailableError,
  type LookalikeSide,
  type ReferenceStrength,
  RiskBlockedError,
  type RiskLevel,
  type RiskReason,
  type RiskReport,
  type RiskRuleCode,
} from './risk.js'
export {
  ServiceProblemError,
  type ServiceProblemFacts,
  ServiceUnavailableError,
  type ServiceUnavailableReason,
} from './service.js'
export {
  type BoxRefusal,
  BoxRefusedError,
  NotABoxError,
  type PolicyField,
  PolicyMismatchError,
  PrivatePayUnavailableError,
} from './shield.js'
export {
  CallRefusedError,
  SignatureDeclinedError,
  SignatureUnusableError,
  TransactionReplacedError,
  TransactionRevertedError,
  TransactionUnconfirmedError,
  WalletSilentError,
} from './transaction.js'
export {
  BatchItemFailedError,
  ClaimHashNotFoundError,
  ClaimKeyInvalidError,
  ClaimOutcomeUnknownError,
  ClaimRecipientMismatchError,
  type FundingAdvice,
  InsufficientFundsError,
  ReleaseRequiredError,
  type TransferDifference,
  TransferDiffersError,
  TransferLockedError,
  TransferUnavailableError,
  type TransferUnavailableReason,
  UnknownConfigError,
  UntrustedVerifierError,
  WrongClaimCodeError,
} from './transfer.js'
export { VERSION } from './version.js'
export { WireFormatError, type WireProblem } from './wire.js'
