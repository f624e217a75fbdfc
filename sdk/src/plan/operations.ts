import type { Address, Hash, Hex } from 'viem'
import type { HubChainName } from '../chain/bridgeChains.js'
import type { depositToHub } from '../hub/depositToHub.js'
import type { CreatedAccount, EphemeralPolicy } from '../shield/types.js'
import type { IntegratorConfig } from '../transfer/config.js'
import type { SendProtectedParams, SendProtectedResult } from '../transfer/types.js'

/**
 * The operations that can be planned, by the name of the function that does the same at once: what each takes, what it returns,
 * and the secrets that are handed over only when it is carried out.
 */
export type PlanOperations = {
  sendProtected: {
    params: PlannedSend & { memo?: boolean | undefined }
    result: SendProtectedResult
    handOver: undefined
  }
  sendProtectedWithPermit: { params: PlannedSend; result: SendProtectedResult; handOver: undefined }
  sendProtectedWithAuthorization: { params: PlannedSend; result: SendProtectedResult; handOver: undefined }
  sendProtectedWithWitness: { params: PlannedSend; result: SendProtectedResult; handOver: undefined }
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
  cancel: { params: { transferId: bigint }; result: Hash; handOver: undefined }
  rekey: { params: { transferId: bigint; newClaimHash: Hex }; result: Hash; handOver: undefined }
  release: { params: { transferId: bigint; recipient: Address }; result: Hash; handOver: undefined }
  reclaimExpired: { params: { transferId: bigint }; result: Hash; handOver: undefined }
  sendProtectedBatch: { params: PlannedBatch; result: readonly SendProtectedResult[]; handOver: undefined }
  sendProtectedBatchWithAuthorization: {
    params: PlannedBatch
    result: readonly SendProtectedResult[]
    handOver: undefined
  }
  sendProtectedBatchWithWitness: { params: PlannedBatch; result: readonly SendProtectedResult[]; handOver: undefined }
  cancelBatch: { params: { transferIds: readonly bigint[] }; result: Hash; handOver: undefined }
  createEphemeral: {
    params: { factory: Address; salt: Hex; policy: EphemeralPolicy }
    result: CreatedAccount
    handOver: undefined
  }
  fundEphemeral: {
    params: { account: Address; amount: bigint; policy: EphemeralPolicy }
    result: Hash
    handOver: undefined
  }
  fundFromVault: { params: { vault: Address; account: Address; amount: bigint }; result: Hash; handOver: undefined }
  depositToVault: {
    params: { vault: Address; amount: bigint; owner?: Address | undefined }
    result: Hash
    handOver: undefined
  }
  withdrawFromVault: { params: { vault: Address; to: Address; amount: bigint }; result: Hash; handOver: undefined }
  submitPay: { params: { account: Address; amount: bigint }; result: Hash; handOver: { cosignerSig: Hex } }
  submitPull: { params: { account: Address; amount: bigint }; result: Hash; handOver: { cosignerSig: Hex } }
  sweepToVault: { params: { account: Address; vault: Address }; result: Hash; handOver: undefined }
  sweepExpired: { params: { account: Address; vault: Address }; result: Hash; handOver: undefined }
  depositToHub: {
    params: { chain: HubChainName; amount: bigint }
    result: depositToHub.ReturnType
    handOver: undefined
  }
}

/** Protected sends in one transaction, all or none. */
export type PlannedBatch = { items: readonly Omit<SendProtectedParams, 'memo'>[] }

/** Name of an operation that can be planned. */
export type PlanOperation = keyof PlanOperations

/** A protected send under terms that are registered, or under terms that are registered on the way. */
export type PlannedSend = Omit<SendProtectedParams, 'configId' | 'memo'> &
  ({ configId: Hex; terms?: undefined } | { terms: IntegratorConfig; configId?: undefined })
