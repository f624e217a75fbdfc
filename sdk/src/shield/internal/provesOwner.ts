import { type Address, hashMessage } from 'viem'
import { COSIGN_PROOF_WINDOW_MS } from '../../wire/cosignAuthMessage.js'
import {
  type CosignAuthorize,
  type CosignBind,
  type CosignCounterfactual,
  cosignAuthMessageOf,
} from '../../wire/cosignRequest.js'
import { recoverSigner } from './recoverSigner.js'

/**
 * Whether a request carries its owner's own signature over exactly what it asks for, made just now.
 *
 * @param nowMs - Unix milliseconds.
 */
export function provesOwner(
  request: CosignAuthorize | CosignCounterfactual | CosignBind,
  owner: Address,
  nowMs: number,
): boolean {
  const { auth } = request
  if (auth === undefined || !isSame(auth.address, owner)) return false
  const isFresh = Math.abs(nowMs - auth.timestamp) <= COSIGN_PROOF_WINDOW_MS
  if (!isFresh || !Number.isSafeInteger(auth.timestamp) || auth.timestamp <= 0) return false
  const signer = recoverSigner(hashMessage(cosignAuthMessageOf(request, auth)), auth.signature, 'wallet')
  return signer !== undefined && isSame(signer, owner)
}

function isSame(one: Address, other: Address): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
