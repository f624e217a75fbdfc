import { type BoxCodeTerms, predictBoxAddress } from '@holdfast/contracts'
import type { CosignCounterfactual } from '@holdfast/sdk/wire'
import type { ServedChain } from '../../chains/ServedChain.js'
import type { Creation } from './lookAtBox.js'
import { isSameAddress } from './rules.js'

/** The creation that a request describes; `undefined` when the factory is unknown or would use another address. */
export function creationOf({ deployment }: ServedChain, request: CosignCounterfactual): Creation | undefined {
  const { factory, ownerHash, salt, policy, box } = request
  if (!isSameAddress(factory, deployment.spendPolicyFactory)) return undefined
  const maxAmount = BigInt(policy.maxAmount)
  const perPullMax = BigInt(policy.perPullMax)
  const creation = { factory, ownerHash, salt, policy: { ...policy, maxAmount, perPullMax } }
  const maker = { address: factory, implementation: deployment.spendPolicyAccountImpl }
  return isSameAddress(predictBoxAddress(maker, creation), box) ? creation : undefined
}

/** The terms of the box that a creation deploys. */
export function termsOf({ ownerHash, policy }: Creation): BoxCodeTerms {
  return { ownerHash, policy: { ...policy, mode: policy.mode === 1 ? 1 : 0 } }
}
