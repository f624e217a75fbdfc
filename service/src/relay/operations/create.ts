import {
  type BoxPolicy,
  type BoxTerms,
  encodeBoxCode,
  predictBoxAddress,
  spendPolicyFactoryAbi,
} from '@holdfast/contracts'
import type { JsonOf } from '@holdfast/sdk/wire'
import { type Address, encodeFunctionData } from 'viem'
import type { ServedChain } from '../../chains/ServedChain.js'
import { codeAt, insist } from './internal/reads.js'
import type { Planner } from './Planner.js'

/** What the creation of a box needs. */
export type CreateContent = JsonOf<BoxTerms>

/** Where the box will stand. Owner, salt and every field of the policy decide it. */
export function boxOf({ deployment }: ServedChain, { ownerHash, salt, policy }: CreateContent): Address {
  const { spendPolicyFactory: address, spendPolicyAccountImpl: implementation } = deployment
  return predictBoxAddress({ address, implementation }, { ownerHash, salt, policy: toPolicy(policy) })
}

/** the same box for every caller. */
export function createKey({ id }: Pick<ServedChain, 'id'>, box: Address): string {
  return `create:${id}:${box.toLowerCase()}`
}

/** Deploys a box, and looks at what stands there afterwards. */
export const createPlanner: Planner<CreateContent> = {
  kind: 'create',
  gasMax: 250_000n,
  // Written by the route from a body that was checked.
  parse: (content) => JSON.parse(content) as CreateContent,
  plan: ({ ownerHash, salt, policy }, { deployment }) => ({
    to: deployment.spendPolicyFactory,
    data: encodeFunctionData({
      abi: spendPolicyFactoryAbi,
      functionName: 'createAccount',
      args: [ownerHash, salt, toPolicy(policy)],
    }),
    value: 0n,
  }),
  async preflight(content, { chain }) {
    const account = boxOf(chain, content)
    if (!(await hasTerms(chain, account, content))) return { ok: true }
    return { outcome: { body: { account, txHash: null } }, units: 'refund', state: 'refused' }
  },
  async interpret(content, receipt, chain) {
    const txHash = receipt.transactionHash
    const failed = { state: 'failed', outcome: { problem: 'upstream_unavailable', txHash } } as const
    if (receipt.status !== 'success') return failed
    const account = boxOf(chain, content)
    // At the newest block, not at the receipt's: hosts keep little past state, and what stands there never changes. A host
    // that is behind says nothing against it, so a missing box is asked for again.
    const stands = await insist(() => hasTerms(chain, account, content))
    if (stands === undefined) throw new Error('The box is not to be seen yet.')
    return stands ? { state: 'final', outcome: { body: { account, txHash } } } : failed
  },
}

/** Whether what stands there is a box with the terms that were asked for; `undefined` while nothing does. */
async function hasTerms(
  chain: ServedChain,
  account: Address,
  { ownerHash, salt, policy }: CreateContent,
): Promise<boolean | undefined> {
  const code = await codeAt(chain, account)
  if (code === '0x') return undefined
  const { spendPolicyAccountImpl } = chain.deployment
  return code === encodeBoxCode(spendPolicyAccountImpl, { ownerHash, salt, policy: toPolicy(policy) })
}

function toPolicy(policy: CreateContent['policy']): BoxPolicy {
  return { ...policy, maxAmount: BigInt(policy.maxAmount), perPullMax: BigInt(policy.perPullMax) }
}
