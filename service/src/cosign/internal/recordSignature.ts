import type { CosignRequest } from '@holdfast/sdk/wire'
import type { Hex } from 'viem'
import { networkBlocks } from '../../config/networkBlocks.js'
import { SignatureLimitError } from '../CosignErrors.js'
import type { CosignParts } from './CosignParts.js'
import type { Evaluation } from './Evaluation.js'
import { isProven } from './isProven.js'
import type { SignedSpend } from './signSpend.js'

/**
 * Records a signature, the last step before it is handed out.
 *
 * @param expiry - Of the box, Unix seconds.
 * @returns The signature to hand out: another request may have signed the same spend meanwhile.
 */
export async function recordSignature(
  { records, rows, ledger, audit, recovery, countEquivocation, log, now }: CosignParts,
  { details, network }: Evaluation,
  request: CosignRequest,
  { key, signature, isRepeat, hasOther }: SignedSpend,
  expiry: number,
): Promise<Hex> {
  const body = { ...details, isRepeat, isSecond: !isRepeat && hasOther }
  if (isRepeat) {
    await records.write(request, { kind: 'sign', body }, { isRepeat })
    return signature
  }
  const isDeployed = details.isDeployed === true
  if (hasOther || !isDeployed) {
    const blocks = network === undefined ? [] : networkBlocks(network)
    const owner = isProven(request, now(), recovery) ? request.owner : undefined
    if (!(await rows.takeSignature({ blocks, owner }))) throw new SignatureLimitError(rows.retryAfterSeconds())
  }
  const keptDays = isDeployed ? keptDaysDeployed : keptDaysPredicted
  const row = ledger.rowOf(key, signature, Math.min(expiry, Math.floor(now() / 1000) + keptDays * 86_400))
  const isNew = await audit.appendWith({ kind: 'sign', body }, ledger.write, row)
  if (isNew) {
    if (hasOther) countEquivocation()
    return signature
  }
  const { signature: kept } = await ledger.find(key)
  if (kept === undefined) log.error('a stored signature cannot be opened', { digest: key.digest })
  return kept ?? signature
}

/** For how long a signature is remembered at most: a box may name an expiry in the year 36812. */
const keptDaysDeployed = 400
const keptDaysPredicted = 7
