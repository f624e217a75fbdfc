import { COSIGN_PROOF_WINDOW_MS, type CosignRequest, cosignAuthMessageOf } from '@holdfast/sdk/wire'
import { compactSignatureToSignature, parseCompactSignature, serializeSignature, size } from 'viem'
import { parseSignature, type SignerRecovery } from '../../keys/createSignerRecovery.js'
import { isSameAddress } from './rules.js'

/**
 * Whether a request carries a fresh signature of the owner that it names. The SDK decides what that proof allows; this only
 * identifies the caller, for every phase and in a tenth of the time.
 *
 * @param nowMs - Unix milliseconds.
 */
export function isProven(request: CosignRequest, nowMs: number, recovery: SignerRecovery): boolean {
  const { owner, auth } = request
  if (owner === undefined || auth === undefined || !isSameAddress(auth.address, owner)) return false
  if (Math.abs(nowMs - auth.timestamp) > COSIGN_PROOF_WINDOW_MS) return false
  const isCompact = size(auth.signature) === 64
  const signature = parseSignature(
    isCompact ? serializeSignature(compactSignatureToSignature(parseCompactSignature(auth.signature))) : auth.signature,
  )
  if (signature === undefined) return false
  return recovery.recover(recovery.messageDigest(cosignAuthMessageOf(request, auth)), signature) === owner.toLowerCase()
}
