export type { AnyTime } from '../chain/anyTime.js'
export { approveUsdc, getAllowance } from './allowance.js'
export {
  type AuthorizationOptions,
  authorizationNonce,
  cancelAuthorization,
  type SendAuthorization,
} from './authorization.js'
export { cancel } from './cancel.js'
export { cancelBatch } from './cancelBatch.js'
export { cancelWithSignature, type SignCancelOptions, type SignedCancel, signCancel } from './cancelWithSignature.js'
export { canPayBySignature } from './canPayBySignature.js'
export { type ClaimOptions, claim, waitForClaim } from './claim.js'
export {
  type ClaimKey,
  claimKeyFromCode,
  claimKeyFromLink,
  generateLinkSecret,
  isClaimKeyHash,
} from './claimKey.js'
export {
  CLAIM_SECRET_BITS,
  type ClaimSecret,
  formatSecret,
  fromSecret,
  generateClaimCode,
  hashClaim,
  normaliseSecret,
  saltFromSecret,
} from './claimSecret.js'
export { claimWithKey, encodeKeyClaim } from './claimWithKey.js'
export { claimWithKeyBatch } from './claimWithKeyBatch.js'
export {
  CLAIM_MODES,
  type ClaimMode,
  defineConfig,
  type IntegratorConfig,
  MAX_FEE_BPS,
  MAX_RECALL_WINDOW_SECONDS,
  RELEASE_ABOVE,
  recommendClaimMode,
  recommendTransferMode,
} from './config.js'
export { configIdOf, termsOf } from './configId.js'
export { encodeClaimCall } from './encodeClaimCall.js'
export { encodeReclaimBatch, MAX_RECLAIM_BATCH } from './encodeReclaimBatch.js'
export { type FindTransferParams, findTransfer } from './findTransfer.js'
export { getConfig, type RegisteredConfig } from './getConfig.js'
export { getTransfer } from './getTransfer.js'
export { MAX_BATCH } from './internal/batch.js'
export type { ApproveOption } from './internal/byApproval.js'
export type { TransferReader } from './internal/contract.js'
export type { ReleaseGuardOptions } from './internal/guardRelease.js'
export type { SendBatchOptions } from './internal/prepareBatch.js'
export type { SendFields, SendProtectedOptions } from './internal/prepareSend.js'
export { interpretClaimReceipt, MAX_CLAIM_ATTEMPTS } from './interpretClaimReceipt.js'
export { interpretReclaimReceipt } from './interpretReclaimReceipt.js'
export { type ListOpenTransfersParams, listOpenTransfers } from './listOpenTransfers.js'
export { listSentTransfers } from './listSentTransfers.js'
export {
  approvePermit,
  getPermitAllowance,
  type PermitSignature,
  type SignPermitOptions,
  signPermitTransfer,
} from './permit.js'
export { type ReleaseRequest, ReleaseRequestIndex, type ReleaseRequestIndexOptions } from './ReleaseRequestIndex.js'
export { reclaimExpired } from './reclaimExpired.js'
export { type ReclaimBatchResult, reclaimExpiredBatch } from './reclaimExpiredBatch.js'
export { recoverClaimHash } from './recoverClaimHash.js'
export { type RegisterConfigResult, registerConfig } from './registerConfig.js'
export { rekey } from './rekey.js'
export { rekeyWithSignature, type SignedRekey, signRekey } from './rekeyWithSignature.js'
export { type ReleaseOptions, release } from './release.js'
export {
  releaseWithSignature,
  type SignedRelease,
  type SignReleaseOptions,
  signRelease,
} from './releaseWithSignature.js'
export { encodeReleaseRequest, requestRelease } from './requestRelease.js'
export { sendProtected } from './sendProtected.js'
export { sendProtectedBatch } from './sendProtectedBatch.js'
export {
  type BatchAuthorization,
  batchNonce,
  type SendBatchWithAuthorizationOptions,
  sendProtectedBatchWithAuthorization,
  signBatchAuthorization,
  submitBatchAuthorization,
} from './sendProtectedBatchWithAuthorization.js'
export {
  type BatchWitness,
  type SendBatchWithWitnessOptions,
  sendProtectedBatchWithWitness,
  signBatchWitness,
  submitBatchWitness,
} from './sendProtectedBatchWithWitness.js'
export {
  type SendWithAuthorizationOptions,
  sendProtectedWithAuthorization,
  signSendAuthorization,
  submitSendAuthorization,
} from './sendProtectedWithAuthorization.js'
export { sendProtectedWithPermit } from './sendProtectedWithPermit.js'
export {
  type SendWithWitnessOptions,
  type SendWitness,
  sendProtectedWithWitness,
  signSendWitness,
  submitSendWitness,
} from './sendProtectedWithWitness.js'
export { type SignClaimParams, type SignedClaim, signClaim } from './signClaim.js'
export {
  type AnyStatus,
  isClaimable,
  isOpen,
  isReturnable,
  isTerminal,
  type StatusBucket,
  statusBucket,
  TERMINAL_STATUSES,
} from './status.js'
export type { ProtectedTransfer, SendProtectedParams, SendProtectedResult, TransferStatus } from './types.js'
export { waitForSend } from './waitForSend.js'
export { type WatchTransferOptions, watchTransfer } from './watchTransfer.js'
