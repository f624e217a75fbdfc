import { signClaim } from '@holdfast/sdk/transfer'
import type { Context } from '../../command/Context.js'
import { followPlan } from '../../plan/followPlan.js'
import type { ClaimOpener, ClaimPlan, ClaimWay } from './ClaimWay.js'

/** The wallet submits the claim, and pays the network. */
export async function throughWallet(context: Context): Promise<ClaimWay> {
  const clients = await context.openWallet()
  return {
    account: clients.walletClient.account.address,
    clientsFor: () => clients,
    submit: async (plan, opener) => {
      const { transferId } = plan.params
      const followed = {
        command: 'claim',
        facts: { transferId: `${transferId}` },
        doing: `claiming transfer ${transferId}`,
      }
      const { result } = isByKey(plan)
        ? await followPlan(context, clients, plan, followed, { handOver: await signFor(plan, opener) })
        : await followPlan(context, clients, plan, followed, { handOver: secretOf(opener) })
      return result
    },
  }
}

function isByKey(plan: ClaimPlan): plan is Extract<ClaimPlan, { operation: 'claimWithKey' }> {
  return plan.operation === 'claimWithKey'
}

async function signFor({ chainId, params }: Extract<ClaimPlan, { operation: 'claimWithKey' }>, opener: ClaimOpener) {
  if (!('privateKey' in opener)) throw new Error('A claim by key needs a key.')
  return signClaim(opener, { chainId, ...params })
}

function secretOf(opener: ClaimOpener) {
  if ('privateKey' in opener) throw new Error('A claim by code needs a code.')
  return opener
}
