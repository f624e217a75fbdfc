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

/** Content of the creation of a box. */
export type CreateContent = JsonOf<BoxTerms>

/** The address of the box. Owner, salt and every field of the policy determine it. */
export function boxOf({ deployment }: ServedChain, { ownerHash, salt, policy }: CreateContent): Address {
  const { spendPolicyFactory: address, spendPolicyAccountImpl: implementation } = deployment
  return predictBoxAddress({ address, implementation }, { ownerHash, salt, policy: toPolicy(policy) })
}

/** Identifies a creation: the same for every caller. */
export function createKey({ id }: Pick<ServedChain, 'id'>, box: Address): string {
  return `create:${id}:${box.toLowerCase()}`
}

/** Deploys a box, and checks the deployed contract afterwards. */
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
    // Read at the newest block, not at the receipt's: hosts keep few past states, and a deployed box never changes. A
    // host that is behind proves nothing, so a missing box is read again.
    const isRight = await insist(() => hasTerms(chain, account, content))
    if (isRight === undefined) throw new Error('The box is not visible yet.')
    return isRight ? { state: 'final', outcome: { body: { account, txHash } } } : failed
  },
}

/** Whether the deployed contract is a box with the requested terms; `undefined` while nothing is deployed. */
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
