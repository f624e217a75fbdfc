import type { CosignRequest } from '@holdfast/sdk/wire'
import type { Hex } from 'viem'
import type { CosignParts } from './CosignParts.js'
import type { Evaluation } from './Evaluation.js'
import type { SignedSpend } from './signSpend.js'

/**
 * Records a signature, the last step before it is handed out.
 *
 * @param expiry - Of the box, Unix seconds.
 * @returns The signature to hand out: another request may have signed the same spend meanwhile.
 */
export async function recordSignature(
  { details }: Evaluation,
  request: CosignRequest,
  { key, signature, isRepeat, hasOther }: SignedSpend,
  expiry: number,
  { records, ledger, audit, countEquivocation, log }: CosignParts,
): Promise<Hex> {
  const body = { ...details, isRepeat, isSecond: !isRepeat && hasOther }
  if (isRepeat) {
    await records.write(request, { kind: 'sign', body }, { isRepeat })
    return signature
  }
  const row = ledger.rowOf(key, signature, expiry)
  const isNew = await audit.appendWith({ kind: 'sign', body }, ledger.write, row)
  if (isNew) {
    if (hasOther) countEquivocation()
    return signature
  }
  const { signature: kept } = await ledger.find(key)
  if (kept === undefined) log.error('a stored signature cannot be opened', { digest: key.digest })
  return kept ?? signature
}
