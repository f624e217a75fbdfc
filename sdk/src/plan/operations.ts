import type { Address, Hash, Hex } from 'viem'
import type { mintBridged } from '../bridge/mintBridged.js'
import type { BridgeFlowResult, BridgeProgress } from '../bridge/types.js'
import type { BridgeChainName, HubChainName } from '../chain/bridgeChains.js'
import type { depositToHub } from '../hub/depositToHub.js'
import type { HubSpendResult } from '../hub/types.js'
import type { CreatedPaymentLink } from '../links/createPaymentLink.js'
import type { ClaimedPaymentLink, PaymentLink } from '../links/types.js'
import type { CoSigner, CosignAuth, CounterfactualCoSigner, PrivatePayOutcome } from '../shield/coSigner.js'
import type { SettleParams } from '../shield/settlePrivatePayment.js'
import type { SettleBatchedParams } from '../shield/settlePrivatePaymentBatched.js'
import type { SignedSweep } from '../shield/sweepWithSignature.js'
import type { CreatedAccount, EphemeralPolicy } from '../shield/types.js'
import type { SendAuthorization } from '../transfer/authorization.js'
import type { SignedCancel } from '../transfer/cancelWithSignature.js'
import type { IntegratorConfig } from '../transfer/config.js'
import type { ReclaimBatchResult } from '../transfer/reclaimExpiredBatch.js'
import type { RegisterConfigResult } from '../transfer/registerConfig.js'
import type { SignedRelease } from '../transfer/releaseWithSignature.js'
import type { BatchAuthorization } from '../transfer/sendProtectedBatchWithAuthorization.js'
import type { BatchWitness } from '../transfer/sendProtectedBatchWithWitness.js'
import type { SendWitness } from '../transfer/sendProtectedWithWitness.js'
import type { SendProtectedParams, SendProtectedResult } from '../transfer/types.js'

/**
 * The operations that can be planned, by the name of the function that does the same at once: what each takes, what it returns,
 * and the secrets that are handed over only when it is carried out.
 */
export type PlanOperations = {
  registerConfig: { params: { terms: IntegratorConfig }; result: RegisterConfigResult; handOver: undefined }
  approveUsdc: { params: { amount: bigint }; result: Hash | null; handOver: undefined }
  sendProtected: {
    params: PlannedSend & { memo?: boolean | undefined }
    result: SendProtectedResult
    handOver: undefined
  }
  sendProtectedWithPermit: { params: PlannedSend; result: SendProtectedResult; handOver: undefined }
  sendProtectedWithAuthorization: { params: PlannedSend; result: SendProtectedResult; handOver: undefined }
  sendProtectedWithWitness: { params: PlannedSend; result: SendProtectedResult; handOver: undefined }
  /** Of another account's signature, out of whose balance it pays. */
  submitSendAuthorization: {
    params: Omit<SendAuthorization, 'signature'>
    result: SendProtectedResult
    handOver: { signature: Hex }
  }
  submitSendWitness: {
    params: Omit<SendWitness, 'signature'>
    result: SendProtectedResult
    handOver: { signature: Hex }
  }
  /** The plan names the claim hash of `claimKeyFromLink`; the secret itself is handed over. */
  createPaymentLink: {
    params: PlannedLink
    result: CreatedPaymentLink
    handOver: { linkSecret: Hex; origin: string }
  }
  claimPaymentLink: {
    /** A link without its secret. `recipient`: whom it pays. Default: the connected account. */
    params: Pick<PaymentLink, 'kind' | 'chainId' | 'transferId'> & { recipient?: Address | undefined }
    result: ClaimedPaymentLink
    /** `code`: of a claim link that carries none. */
    handOver: { link: PaymentLink; code?: string | undefined }
  }
  claim: {
    params: { transferId: bigint; recipient?: Address | undefined }
    result: Hash
    handOver: { code: string; salt: Hex }
  }
  claimWithKey: {
    params: { transferId: bigint; recipient: Address }
    result: Hash
    handOver: { signature: Hex }
  }
  claimWithKeyBatch: {
    params: { claims: readonly { transferId: bigint; recipient: Address }[] }
    result: Hash
    /** In the order of the claims. */
    handOver: { signatures: readonly Hex[] }
  }
  cancel: { params: { transferId: bigint }; result: Hash; handOver: undefined }
  cancelWithSignature: {
    params: Omit<SignedCancel, 'signature'>
    result: Hash
    handOver: { signature: Hex }
  }
  rekey: { params: { transferId: bigint; newClaimHash: Hex }; result: Hash; handOver: undefined }
  release: { params: { transferId: bigint; recipient: Address }; result: Hash; handOver: undefined }
  releaseWithSignature: {
    params: Omit<SignedRelease, 'signature'>
    result: Hash
    handOver: { signature: Hex }
  }
  reclaimExpired: { params: { transferId: bigint }; result: Hash; handOver: undefined }
  reclaimExpiredBatch: {
    params: { transferIds: readonly bigint[] }
    result: ReclaimBatchResult
    handOver: undefined
  }
  sendProtectedBatch: { params: PlannedBatch; result: readonly SendProtectedResult[]; handOver: undefined }
  sendProtectedBatchWithAuthorization: {
    params: PlannedBatch
    result: readonly SendProtectedResult[]
    handOver: undefined
  }
  sendProtectedBatchWithWitness: { params: PlannedBatch; result: readonly SendProtectedResult[]; handOver: undefined }
  submitBatchAuthorization: {
    params: Omit<BatchAuthorization, 'signature'>
    result: readonly SendProtectedResult[]
    handOver: { signature: Hex }
  }
  submitBatchWitness: {
    params: Omit<BatchWitness, 'signature'>
    result: readonly SendProtectedResult[]
    handOver: { signature: Hex }
  }
  cancelBatch: { params: { transferIds: readonly bigint[] }; result: Hash; handOver: undefined }
  createEphemeral: {
    /** `payer`: whose payment history the firewall reads. Default: the connected account. */
    params: { factory: Address; salt: Hex; policy: EphemeralPolicy; payer?: Address | undefined }
    result: CreatedAccount
    handOver: undefined
  }
  fundEphemeral: {
    params: { account: Address; amount: bigint; policy: EphemeralPolicy }
    result: Hash
    handOver: undefined
  }
  fundFromVault: {
    /** `policy`: of the box, to be compared. */
    params: { vault: Address; account: Address; amount: bigint; policy?: EphemeralPolicy | undefined }
    result: Hash
    handOver: undefined
  }
  depositToVault: {
    params: { vault: Address; amount: bigint; owner?: Address | undefined }
    result: Hash
    handOver: undefined
  }
  withdrawFromVault: { params: { vault: Address; to: Address; amount: bigint }; result: Hash; handOver: undefined }
  submitPay: { params: { account: Address; amount: bigint }; result: Hash; handOver: { cosignerSig: Hex } }
  submitPull: { params: { account: Address; amount: bigint }; result: Hash; handOver: { cosignerSig: Hex } }
  settlePrivatePayment: {
    params: { account: Address; amount: bigint } & Omit<SettleParams, 'auth'>
    result: PrivatePayOutcome
    handOver: { cosigner: CoSigner; auth?: CosignAuth | undefined }
  }
  settlePrivatePaymentBatched: {
    params: Omit<SettleBatchedParams, 'cosigner' | 'auth'>
    result: PrivatePayOutcome
    handOver: { cosigner: CounterfactualCoSigner; auth?: CosignAuth | undefined }
  }
  sweepToVault: { params: { account: Address; vault: Address }; result: Hash; handOver: undefined }
  sweepWithSignature: { params: Omit<SignedSweep, 'signature'>; result: Hash; handOver: { signature: Hex } }
  sweepExpired: { params: { account: Address; vault: Address }; result: Hash; handOver: undefined }
  announceStealthBox: {
    params: { stealthAddress: Address; ephemeralPubKey: Hex; metadata: Hex }
    result: Hash
    handOver: undefined
  }
  depositToHub: {
    params: { chain: HubChainName; amount: bigint }
    result: depositToHub.ReturnType
    handOver: undefined
  }
  spendFromHub: {
    params: PlannedHubSpend & { recipient?: Address | undefined }
    result: HubSpendResult
    handOver: undefined
  }
  fundBoxFromHub: {
    params: PlannedHubSpend & { account: Address }
    result: { transferId?: string | undefined }
    handOver: undefined
  }
  initiateHubWithdrawal: { params: { chain: HubChainName; amount: bigint }; result: Hash; handOver: undefined }
  completeHubWithdrawal: { params: { chain: HubChainName }; result: Hash; handOver: undefined }
  addHubDelegate: { params: { chain: HubChainName; delegate: Address }; result: Hash; handOver: undefined }
  removeHubDelegate: { params: { chain: HubChainName; delegate: Address }; result: Hash; handOver: undefined }
  bridgeFromWallet: {
    params: {
      from: BridgeChainName
      to: BridgeChainName
      /** Arrives at least; the plan's `fee` comes on top. */
      amount: bigint
      recipient?: Address | undefined
    }
    result: BridgeFlowResult
    handOver: undefined
  }
  /** Of a transfer whose burn was not asked for yet: after it nothing is signed. */
  resumeBridge: { params: { progress: BridgeProgress }; result: BridgeFlowResult; handOver: undefined }
  mintBridged: {
    /** `to` is the chain where it is minted. */
    params: { sourceDomain: number; burnTxHash: Hash; recipient?: Address | undefined; to: BridgeChainName }
    result: mintBridged.ReturnType
    handOver: undefined
  }
}

/** What a spend of the Hub pays, out of whose balance on which chain; the plan's `fee` comes on top. */
export type PlannedHubSpend = {
  from: HubChainName
  to: HubChainName
  /** Arrives. */
  amount: bigint
  depositor?: Address | undefined
  /** Highest fee that is signed. No limit but the plan's `fee` by default. */
  maxFee?: bigint | undefined
}

/** Protected sends in one transaction, all or none. */
export type PlannedBatch = { items: readonly Omit<SendProtectedParams, 'memo'>[] }

/** Name of an operation that can be planned. */
export type PlanOperation = keyof PlanOperations

/** A payment link under terms that are registered, or that are registered on the way. */
export type PlannedLink = Pick<SendProtectedParams, 'amount' | 'claimHash'> &
  ({ configId: Hex; terms?: undefined } | { terms: IntegratorConfig; configId?: undefined })

/** A protected send under terms that are registered, or under terms that are registered on the way. */
export type PlannedSend = Omit<SendProtectedParams, 'configId' | 'memo'> &
  ({ configId: Hex; terms?: undefined } | { terms: IntegratorConfig; configId?: undefined })
