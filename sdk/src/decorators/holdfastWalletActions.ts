import type { Address } from 'viem'
import { bridgeFromWallet } from '../bridge/bridgeFromWallet.js'
import { mintBridged } from '../bridge/mintBridged.js'
import { resumeBridge } from '../bridge/resumeBridge.js'
import type { ClientPair, ReadClient, WriteClient } from '../chain/clients.js'
import { addHubDelegate } from '../hub/addHubDelegate.js'
import { completeHubWithdrawal } from '../hub/completeHubWithdrawal.js'
import { depositToHub } from '../hub/depositToHub.js'
import { initiateHubWithdrawal } from '../hub/initiateHubWithdrawal.js'
import { removeHubDelegate } from '../hub/removeHubDelegate.js'
import { spendFromHub } from '../hub/spendFromHub.js'
import { createEphemeral } from '../shield/createEphemeral.js'
import { depositToVault } from '../shield/depositToVault.js'
import { fundBoxFromHub } from '../shield/fundBoxFromHub.js'
import { fundEphemeral } from '../shield/fundEphemeral.js'
import { fundFromVault } from '../shield/fundFromVault.js'
import { settlePrivatePayment } from '../shield/settlePrivatePayment.js'
import { settlePrivatePaymentBatched } from '../shield/settlePrivatePaymentBatched.js'
import { submitPay } from '../shield/submitPay.js'
import { submitPull } from '../shield/submitPull.js'
import { sweepExpired } from '../shield/sweepExpired.js'
import { sweepToVault } from '../shield/sweepToVault.js'
import { signSweep, sweepWithSignature } from '../shield/sweepWithSignature.js'
import { withdrawFromVault } from '../shield/withdrawFromVault.js'
import { announceStealthBox } from '../stealth/announceStealthBox.js'
import { approveUsdc } from '../transfer/allowance.js'
import { cancelAuthorization } from '../transfer/authorization.js'
import { cancel } from '../transfer/cancel.js'
import { cancelBatch } from '../transfer/cancelBatch.js'
import { cancelWithSignature, signCancel } from '../transfer/cancelWithSignature.js'
import { canPayBySignature } from '../transfer/canPayBySignature.js'
import { claim } from '../transfer/claim.js'
import { claimWithKey } from '../transfer/claimWithKey.js'
import { claimWithKeyBatch } from '../transfer/claimWithKeyBatch.js'
import { approvePermit, signPermitTransfer } from '../transfer/permit.js'
import { reclaimExpired } from '../transfer/reclaimExpired.js'
import { reclaimExpiredBatch } from '../transfer/reclaimExpiredBatch.js'
import { registerConfig } from '../transfer/registerConfig.js'
import { rekey } from '../transfer/rekey.js'
import { rekeyWithSignature, signRekey } from '../transfer/rekeyWithSignature.js'
import { release } from '../transfer/release.js'
import { releaseWithSignature, signRelease } from '../transfer/releaseWithSignature.js'
import { requestRelease } from '../transfer/requestRelease.js'
import { sendProtected } from '../transfer/sendProtected.js'
import { sendProtectedBatch } from '../transfer/sendProtectedBatch.js'
import {
  sendProtectedBatchWithAuthorization,
  signBatchAuthorization,
  submitBatchAuthorization,
} from '../transfer/sendProtectedBatchWithAuthorization.js'
import {
  sendProtectedBatchWithWitness,
  signBatchWitness,
  submitBatchWitness,
} from '../transfer/sendProtectedBatchWithWitness.js'
import {
  sendProtectedWithAuthorization,
  signSendAuthorization,
  submitSendAuthorization,
} from '../transfer/sendProtectedWithAuthorization.js'
import { sendProtectedWithPermit } from '../transfer/sendProtectedWithPermit.js'
import { sendProtectedWithWitness, signSendWitness, submitSendWitness } from '../transfer/sendProtectedWithWitness.js'
import { type Bound, bindAll } from './internal/bindAll.js'

const operations = {
  addHubDelegate,
  announceStealthBox,
  approvePermit,
  approveUsdc,
  bridgeFromWallet,
  canPayBySignature,
  cancel,
  cancelAuthorization,
  cancelBatch,
  cancelWithSignature,
  claim,
  claimWithKey,
  claimWithKeyBatch,
  completeHubWithdrawal,
  createEphemeral,
  depositToHub,
  depositToVault,
  fundBoxFromHub,
  fundEphemeral,
  fundFromVault,
  initiateHubWithdrawal,
  mintBridged,
  reclaimExpired,
  reclaimExpiredBatch,
  registerConfig,
  rekey,
  rekeyWithSignature,
  release,
  releaseWithSignature,
  removeHubDelegate,
  requestRelease,
  resumeBridge,
  sendProtected,
  sendProtectedBatch,
  sendProtectedBatchWithAuthorization,
  sendProtectedBatchWithWitness,
  sendProtectedWithAuthorization,
  sendProtectedWithPermit,
  sendProtectedWithWitness,
  settlePrivatePayment,
  settlePrivatePaymentBatched,
  signBatchAuthorization,
  signBatchWitness,
  signCancel,
  signPermitTransfer,
  signRekey,
  signRelease,
  signSendAuthorization,
  signSendWitness,
  signSweep,
  spendFromHub,
  submitBatchAuthorization,
  submitBatchWitness,
  submitPay,
  submitPull,
  submitSendAuthorization,
  submitSendWitness,
  sweepExpired,
  sweepToVault,
  sweepWithSignature,
  withdrawFromVault,
}

/** Every write of this library as a method, without its first parameter. */
export type HoldfastWalletActions = Bound<typeof operations>

/** What the writes read through, and which contract they talk to. */
export type HoldfastWalletActionsOptions = {
  /** Default: the wallet client's own transport. */
  publicClient?: ReadClient | undefined
  /** Overrides the registry's transfer contract. */
  contractAddress?: Address | undefined
}

/**
 * Adds this library's writes to a viem wallet client.
 *
 * @example
 * const wallet = walletClient.extend(holdfastWalletActions({ publicClient }))
 * await wallet.sendProtected({ configId, to, amount, claimHash })
 */
export function holdfastWalletActions(
  options: HoldfastWalletActionsOptions = {},
): (client: WriteClient) => HoldfastWalletActions {
  return (client) => {
    const clients: ClientPair = {
      walletClient: client,
      publicClient: options.publicClient ?? client,
      contractAddress: options.contractAddress,
    }
    return bindAll(operations, clients)
  }
}
