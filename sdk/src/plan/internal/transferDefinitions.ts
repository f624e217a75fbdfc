import { type Hex, zeroHash } from 'viem'
import { parseAddress } from '../../chain/address.js'
import { chainTime } from '../../chain/chainTime.js'
import type { ClientPair } from '../../chain/clients.js'
import { InvalidInputError } from '../../errors/input.js'
import { approveUsdc } from '../../transfer/allowance.js'
import { cancel } from '../../transfer/cancel.js'
import { cancelBatch } from '../../transfer/cancelBatch.js'
import { cancelWithSignature } from '../../transfer/cancelWithSignature.js'
import { claim } from '../../transfer/claim.js'
import { claimWithKey } from '../../transfer/claimWithKey.js'
import { claimWithKeyBatch } from '../../transfer/claimWithKeyBatch.js'
import { termsOf } from '../../transfer/configId.js'
import { feeOf } from '../../transfer/fee.js'
import { getTransfer } from '../../transfer/getTransfer.js'
import { approvePermit } from '../../transfer/permit.js'
import { reclaimExpired } from '../../transfer/reclaimExpired.js'
import { reclaimExpiredBatch } from '../../transfer/reclaimExpiredBatch.js'
import { registerConfig } from '../../transfer/registerConfig.js'
import { rekey } from '../../transfer/rekey.js'
import { release } from '../../transfer/release.js'
import { releaseWithSignature } from '../../transfer/releaseWithSignature.js'
import { sendProtected } from '../../transfer/sendProtected.js'
import { sendProtectedBatch } from '../../transfer/sendProtectedBatch.js'
import {
  sendProtectedBatchWithAuthorization,
  submitBatchAuthorization,
} from '../../transfer/sendProtectedBatchWithAuthorization.js'
import { sendProtectedBatchWithWitness, submitBatchWitness } from '../../transfer/sendProtectedBatchWithWitness.js'
import {
  sendProtectedWithAuthorization,
  submitSendAuthorization,
} from '../../transfer/sendProtectedWithAuthorization.js'
import { sendProtectedWithPermit } from '../../transfer/sendProtectedWithPermit.js'
import { sendProtectedWithWitness, submitSendWitness } from '../../transfer/sendProtectedWithWitness.js'
import { isReturnable } from '../../transfer/status.js'
import type { SendProtectedParams } from '../../transfer/types.js'
import type { PlannedSend, PlanOperation } from '../operations.js'
import type { Definition, RunOptions } from './Definition.js'
import { blankSignature } from './rehearse.js'
import {
  describeBatch,
  describeClaim,
  describeClaims,
  describePayment,
  describeReturn,
  describeReturns,
  describeSend,
  payeeOf,
  readTerms,
  requireTransfer,
  returning,
  sumOf,
} from './transferFacts.js'

const registering: Definition<'registerConfig'> = {
  last: ['createConfig'],
  sealed: [],
  blank: undefined,
  run: (clients, { terms }, options) => registerConfig(clients, terms, options),
  async describe({ account, deployment }, { terms }) {
    const registered = termsOf(terms, deployment)
    return { payer: account, recipient: null, amount: 0n, fee: 0n, terms: registered, effects: [] }
  },
}

const approving: Definition<'approveUsdc'> = {
  last: ['approve'],
  sealed: [],
  blank: undefined,
  run: (clients, { amount }, options) => approveUsdc(clients, amount, options),
  async describe({ account }, { amount }) {
    return { payer: account, recipient: null, amount, fee: 0n, terms: null, effects: [] }
  },
}

const sending: Definition<'sendProtected'> = {
  last: ['sendProtected'],
  sealed: [],
  blank: undefined,
  run: async (clients, params, options) =>
    sendProtected(clients, await underTerms(clients, params, options), { ...options, approve: true }),
  describe: describeSend,
}

const sendingWithPermit: Definition<'sendProtectedWithPermit'> = {
  last: ['sendProtectedWithPermit'],
  sealed: ['nonce', 'deadline', 'signature'],
  blank: undefined,
  run: async (clients, params, options) =>
    sendProtectedWithPermit(clients, await underPermit(clients, params, options), options),
  describe: describeSend,
}

const sendingWithAuthorization: Definition<'sendProtectedWithAuthorization'> = {
  last: ['sendProtectedWithAuthorization'],
  sealed: ['validBefore', 'signature'],
  blank: undefined,
  run: async (clients, params, options) =>
    sendProtectedWithAuthorization(clients, await underTerms(clients, params, options), options),
  describe: describeSend,
}

const sendingWithWitness: Definition<'sendProtectedWithWitness'> = {
  last: ['sendProtectedWithWitness'],
  sealed: ['nonce', 'deadline', 'signature'],
  blank: undefined,
  run: async (clients, params, options) =>
    sendProtectedWithWitness(clients, await underPermit(clients, params, options), options),
  describe: describeSend,
}

const submittingAuthorization: Definition<'submitSendAuthorization'> = {
  last: ['sendProtectedWithAuthorization'],
  sealed: ['signature'],
  blank: { signature: blankSignature },
  run: (clients, params, options, { signature }) => submitSendAuthorization(clients, { ...params, signature }, options),
  describe: describeSend,
}

const submittingWitness: Definition<'submitSendWitness'> = {
  last: ['sendProtectedWithWitness'],
  sealed: ['signature'],
  blank: { signature: blankSignature },
  run: (clients, params, options, { signature }) => submitSendWitness(clients, { ...params, signature }, options),
  describe: describeSend,
}

const claiming: Definition<'claim'> = {
  last: ['claimTo'],
  sealed: ['code', 'salt'],
  blank: { code: '0'.repeat(16), salt: zeroHash },
  run: (clients, { transferId, recipient }, options, { code, salt }) =>
    claim(clients, transferId, code, salt, { ...options, recipient }),
  describe: (context, { transferId, recipient = context.account }) => describeClaim(context, transferId, recipient),
}

const claimingWithKey: Definition<'claimWithKey'> = {
  last: ['claimWithKey'],
  sealed: ['signature'],
  blank: { signature: blankSignature },
  run: (clients, { transferId, recipient }, options, { signature }) =>
    claimWithKey(clients, { transferId, recipient, signature }, options),
  describe: (context, { transferId, recipient }) => describeClaim(context, transferId, recipient),
}

const claimingBatch: Definition<'claimWithKeyBatch'> = {
  last: ['claimWithKeyBatch'],
  sealed: ['claims.signature'],
  blank: { signatures: [] },
  run(clients, { claims }, options, { signatures }) {
    const isRehearsal = signatures.length === 0
    if (!isRehearsal && signatures.length !== claims.length)
      throw new InvalidInputError('handOver', 'There is not one signature for each claim.')
    const signed = claims.map((claim, index) => ({ ...claim, signature: signatures[index] ?? blankSignature }))
    return claimWithKeyBatch(clients, signed, options)
  },
  describe: describeClaims,
}

const cancelling: Definition<'cancel'> = {
  last: ['cancel'],
  sealed: [],
  blank: undefined,
  run: (clients, { transferId }, options) => cancel(clients, transferId, options),
  describe: (context, { transferId }) => describeReturn(context, transferId, { bySender: true }),
}

const reclaiming: Definition<'reclaimExpired'> = {
  last: ['reclaimExpired'],
  sealed: [],
  blank: undefined,
  run: (clients, { transferId }, options) => reclaimExpired(clients, transferId, options),
  describe: (context, { transferId }) => describeReturn(context, transferId, { isPast: true }),
}

const reclaimingBatch: Definition<'reclaimExpiredBatch'> = {
  last: ['reclaimExpiredBatch'],
  sealed: [],
  blank: undefined,
  run: (clients, { transferIds }, options) => reclaimExpiredBatch(clients, transferIds, options),
  async describe(context, { transferIds }) {
    const { clients } = context
    const [now, transfers] = await Promise.all([
      chainTime(clients.publicClient),
      Promise.all(transferIds.map((transferId) => getTransfer(clients, transferId))),
    ])
    // The others stay as they are, which stops nothing.
    return returning(
      context,
      transfers.filter((transfer) => isReturnable(transfer, new Date(Number(now) * 1_000))),
    )
  },
}

const cancellingSigned: Definition<'cancelWithSignature'> = {
  last: ['cancelWithSignature'],
  sealed: ['signature'],
  blank: { signature: blankSignature },
  run: (clients, params, options, { signature }) => cancelWithSignature(clients, { ...params, signature }, options),
  describe: (context, { transferId }) => describeReturn(context, transferId, {}),
}

const rekeying: Definition<'rekey'> = {
  last: ['rekey'],
  sealed: [],
  blank: undefined,
  run: (clients, { transferId, newClaimHash }, options) => rekey(clients, transferId, newClaimHash, options),
  async describe(context, { transferId }) {
    const transfer = await requireTransfer(context, transferId, { bySender: true, isPast: false })
    const { sender, to, amount, configId } = transfer
    const terms = await readTerms(context, configId)
    return { payer: sender, recipient: payeeOf(to), amount, fee: feeOf(amount, terms.feeBps), terms, effects: [] }
  },
}

const releasing: Definition<'release'> = {
  last: ['release'],
  sealed: [],
  blank: undefined,
  run: (clients, { transferId, recipient }, options) => release(clients, transferId, recipient, options),
  async describe(context, { transferId, recipient }) {
    const transfer = await requireTransfer(context, transferId, { bySender: true, isPast: false })
    return describePayment(context, transfer, parseAddress('recipient', recipient))
  },
}

const releasingSigned: Definition<'releaseWithSignature'> = {
  last: ['releaseWithSignature'],
  sealed: ['signature'],
  blank: { signature: blankSignature },
  run: (clients, params, options, { signature }) => releaseWithSignature(clients, { ...params, signature }, options),
  async describe(context, { transferId, recipient }) {
    const transfer = await requireTransfer(context, transferId, { isPast: false })
    return describePayment(context, transfer, parseAddress('recipient', recipient))
  },
}

const sendingBatch: Definition<'sendProtectedBatch'> = {
  last: ['sendProtectedBatch'],
  sealed: [],
  blank: undefined,
  run: (clients, { items }, options) => sendProtectedBatch(clients, items, { ...options, approve: true }),
  describe: describeBatch,
}

const sendingBatchWithAuthorization: Definition<'sendProtectedBatchWithAuthorization'> = {
  last: ['sendProtectedBatchWithAuthorization'],
  sealed: ['validBefore', 'signature'],
  blank: undefined,
  run: (clients, { items }, options) => sendProtectedBatchWithAuthorization(clients, items, options),
  describe: describeBatch,
}

const sendingBatchWithWitness: Definition<'sendProtectedBatchWithWitness'> = {
  last: ['sendProtectedBatchWithWitness'],
  sealed: ['nonce', 'deadline', 'signature'],
  blank: undefined,
  async run(clients, { items }, options) {
    const { onStep, onTransactionHash, timeoutMs, signal } = options
    await approvePermit(clients, sumOf(items), { onStep, onTransactionHash, timeoutMs, signal })
    return sendProtectedBatchWithWitness(clients, items, options)
  },
  describe: describeBatch,
}

const submittingBatchAuthorization: Definition<'submitBatchAuthorization'> = {
  last: ['sendProtectedBatchWithAuthorization'],
  sealed: ['signature'],
  blank: { signature: blankSignature },
  run: (clients, params, options, { signature }) =>
    submitBatchAuthorization(clients, { ...params, signature }, options),
  describe: describeBatch,
}

const submittingBatchWitness: Definition<'submitBatchWitness'> = {
  last: ['sendProtectedBatchWithWitness'],
  sealed: ['signature'],
  blank: { signature: blankSignature },
  run: (clients, params, options, { signature }) => submitBatchWitness(clients, { ...params, signature }, options),
  describe: describeBatch,
}

const cancellingBatch: Definition<'cancelBatch'> = {
  last: ['cancelBatch'],
  sealed: [],
  blank: undefined,
  run: (clients, { transferIds }, options) => cancelBatch(clients, transferIds, options),
  describe: (context, { transferIds }) => describeReturns(context, transferIds, { bySender: true }),
}

/** Operations on protected transfers. */
export const transferDefinitions = {
  registerConfig: registering,
  approveUsdc: approving,
  sendProtected: sending,
  sendProtectedWithPermit: sendingWithPermit,
  sendProtectedWithAuthorization: sendingWithAuthorization,
  sendProtectedWithWitness: sendingWithWitness,
  submitSendAuthorization: submittingAuthorization,
  submitSendWitness: submittingWitness,
  claim: claiming,
  claimWithKey: claimingWithKey,
  claimWithKeyBatch: claimingBatch,
  cancel: cancelling,
  cancelWithSignature: cancellingSigned,
  rekey: rekeying,
  release: releasing,
  releaseWithSignature: releasingSigned,
  reclaimExpired: reclaiming,
  reclaimExpiredBatch: reclaimingBatch,
  sendProtectedBatch: sendingBatch,
  sendProtectedBatchWithAuthorization: sendingBatchWithAuthorization,
  sendProtectedBatchWithWitness: sendingBatchWithWitness,
  submitBatchAuthorization: submittingBatchAuthorization,
  submitBatchWitness: submittingBatchWitness,
  cancelBatch: cancellingBatch,
} satisfies { [operation in PlanOperation]?: Definition<operation> }

/** Terms by their id, or to be registered. */
type PlannedTerms = Pick<PlannedSend, 'terms' | 'configId'>

/** The same send under an id of terms, which are registered first where they are not. */
export async function underTerms<params extends PlannedTerms>(
  clients: ClientPair,
  { terms, configId, ...fields }: params,
  { onStep, onTransactionHash, timeoutMs, signal }: RunOptions,
): Promise<Omit<params, 'terms' | 'configId'> & { configId: Hex }> {
  // There is one of the two.
  if (terms === undefined) return { ...fields, configId: configId as Hex }
  const registered = await registerConfig(clients, terms, { onStep, onTransactionHash, timeoutMs, signal })
  return { ...fields, configId: registered.configId }
}

/** The same, and Permit2 may take the amount. */
async function underPermit(
  clients: ClientPair,
  params: PlannedSend,
  options: RunOptions,
): Promise<Omit<SendProtectedParams, 'memo'>> {
  const { onStep, onTransactionHash, timeoutMs, signal } = options
  const fields = await underTerms(clients, params, options)
  await approvePermit(clients, fields.amount, { onStep, onTransactionHash, timeoutMs, signal })
  return fields
}
