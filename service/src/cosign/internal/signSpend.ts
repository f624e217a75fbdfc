import type { Hex } from 'viem'
import { CosignFaultError } from '../CosignErrors.js'
import type { DigestParams } from '../createDigests.js'
import type { CosignParts } from './CosignParts.js'
import type { LedgerKey } from './createLedger.js'
import type { Evaluation } from './Evaluation.js'

/** A signature that has not been handed out by this request yet. */
export type SignedSpend = {
  key: LedgerKey
  signature: Hex
  /** An earlier request got the same signature. */
  isRepeat: boolean
  /** There is a signature for another spend with the same nonce. */
  hasOther: boolean
}

/**
 * Signs a spend, or takes the signature of it that the ledger already has.
 *
 * @param boxDigest - What the box itself computes as the digest of this spend.
 * @throws `CosignFaultError` when that is another digest, or the key returned a foreign signature.
 */
export async function signSpend(
  { signing, ledger, log }: CosignParts,
  { chain, details }: Evaluation,
  spend: Omit<DigestParams, 'chainId'>,
  boxDigest: Hex,
): Promise<SignedSpend> {
  const full = { ...spend, chainId: chain.id }
  const digest = signing.digestOf(full)
  if (digest !== boxDigest) {
    log.error('a box computes another digest', { chain: chain.id, digest })
    throw new CosignFaultError('foreign_digest')
  }
  const { account, nonce } = spend
  const key = { chainId: chain.id, account, nonce, digest }
  const { signature, hasOther } = await ledger.find(key)
  const made = signature ?? (await signing.sign(full, digest))
  details.digest = digest
  return { key, signature: made, isRepeat: signature !== undefined, hasOther }
}
