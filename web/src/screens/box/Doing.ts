import type { Plan } from '@holdfast/sdk/plan'
import type { BoxDetails, SignedSweep } from '@holdfast/sdk/shield'
import type { Hex } from 'viem'
import type { OpenRow } from '../../journal/openRow.js'

/** An action on a box: the parameters of its plan, and what its row of the journal stores. */
export type Doing =
  | { act: 'fund'; params: Plan<'fundEphemeral'>['params'] }
  | {
      act: 'pay'
      params: Plan<'settlePrivatePayment'>['params']
      ephemeralPubKey: Hex | undefined
      entry?: string | undefined
    }
  | { act: 'pull'; params: Plan<'submitPull'>['params']; signature: Hex }
  | { act: 'sweep'; params: Plan<'sweepToVault'>['params']; entry?: string | undefined }
  /** Of a hidden address, which has no coin for gas: it signs, and the wallet submits. */
  | { act: 'sweep'; signed: SignedSweep }

/**
 * The action of an interrupted flow, if it can be repeated: the operation itself finds out what it has already done, except that a
 * box which is empty is not emptied again, and that a hidden owner needs its key.
 */
export function resumeOf(
  { id: entry, plan }: OpenRow,
  { balance }: Pick<BoxDetails, 'balance'>,
  ephemeralPubKey: Hex | undefined,
): Doing | undefined {
  const { operation, params } = plan
  if (operation === 'settlePrivatePayment') {
    // The operation says which parameters these are.
    const pay = params as Plan<typeof operation>['params']
    // The key of a hidden owner signs for the co-signer, and is locked again after a reload.
    // Another version may have kept no owner.
    const isOwn = String(pay.owner).toLowerCase() === plan.account.toLowerCase()
    const isLocked = ephemeralPubKey === undefined && !isOwn
    return isLocked ? undefined : { act: 'pay', params: pay, entry, ephemeralPubKey }
  }
  // As above.
  if (operation === 'sweepToVault' && balance !== 0n)
    return { act: 'sweep', params: params as Plan<typeof operation>['params'], entry }
  return undefined
}
