import { parseParty } from '../../chain/address.js'
import {
  type CosignAuthorize,
  type CosignBind,
  type CosignCounterfactual,
  type CosignPrecheck,
  type CosignRequest,
  normalizeCosignRequest,
} from '../../wire/cosignRequest.js'
import type { AuthorizeRequest, CounterfactualRequest, PrecheckRequest } from '../coSigner.js'
import { assertSpend, type SpendDigestParams } from '../spendDigest.js'
import { ACTION_PAY } from '../types.js'

// Only what a co-signer cannot read from the chain itself goes over; it is picked by name, so that nothing else ever does.

/**
 * A precheck as it goes over the wire.
 *
 * @throws {@link WireFormatError} when it is malformed, like its neighbours.
 */
export function precheckOf({ owner, target, amount }: PrecheckRequest, chainId: number): CosignPrecheck {
  return checked({ phase: 'precheck', chainId, owner, target, amount })
}

/** A spend as it goes over the wire. */
export function authorizeOf(request: AuthorizeRequest): CosignAuthorize {
  const { chainId, account, owner, payer, amount, action, accept, auth } = request
  return checked({ phase: 'authorize', chainId, account, owner, payer, amount, action, accept, auth })
}

/** The first payment of a box that need not exist yet, as it goes over the wire. */
export function counterfactualOf(request: CounterfactualRequest): CosignCounterfactual {
  const { chainId, factory, ownerHash, salt, policy, box, owner, payer, amount, accept, auth } = request
  return checked({
    phase: 'counterfactual',
    chainId,
    factory,
    ownerHash,
    salt,
    policy,
    box,
    owner,
    payer,
    amount,
    accept,
    auth,
  })
}

/**
 * The spend that is to be signed.
 *
 * @throws {@link InvalidAddressError}, {@link InvalidInputError} when target or nonce is malformed.
 */
export function spendOf({ account, amount, action }: CosignAuthorize, request: AuthorizeRequest): SpendDigestParams {
  const { chainId, nonce } = request
  const spend = { account, chainId, target: parseParty('target', request.target), amount, nonce, action }
  assertSpend(spend)
  return spend
}

/** The spend that is to be signed: the first one of its box. */
export function firstSpendOf({ box, policy, amount }: CosignCounterfactual, chainId: number): SpendDigestParams {
  return { account: box, chainId, target: policy.target, amount, nonce: 0n, action: ACTION_PAY }
}

/**
 * Leaves out a payer who is the owner, where no proof is given: without another payer, the owner asks directly. A proof
 * stays as it was signed.
 */
export function withoutOwnPayer<request extends CosignRequest | Omit<CosignBind, 'auth'>>(request: request): request {
  const isSpend = request.phase === 'authorize' || request.phase === 'counterfactual'
  if (!isSpend || request.auth !== undefined || request.payer !== request.owner) return request
  const { payer: _, ...rest } = request
  // Only an optional field is gone.
  return rest as request
}

/** What can be read is well-formed; reading it brings every value into its one form. */
function checked<request extends CosignRequest>(request: request): request {
  // It keeps the kind of the request.
  return normalizeCosignRequest(request) as request
}
