import type { Context } from '../../command/Context.js'
import { followPlan } from '../../plan/followPlan.js'
import type { ClaimPlan, ClaimWay, MadeClaim } from './ClaimWay.js'

/** The wallet submits the claim, and pays the network. */
export async function claimThroughWallet(context: Context): Promise<ClaimWay> {
  const clients = await context.openWallet()
  return {
    account: clients.walletClient.account.address,
    clientsFor: () => clients,
    submit: async (plan, claim) => {
      const { transferId } = plan.params
      const followed = {
        command: 'claim',
        facts: { transferId: `${transferId}` },
        doing: `claiming transfer ${transferId}`,
      }
      const { result } = isByKey(plan)
        ? await followPlan(context, clients, plan, followed, { handOver: signedOf(claim) })
        : await followPlan(context, clients, plan, followed, { handOver: codedOf(claim) })
      return result
    },
  }
}

function isByKey(plan: ClaimPlan): plan is Extract<ClaimPlan, { operation: 'claimWithKey' }> {
  return plan.operation === 'claimWithKey'
}

function signedOf(claim: MadeClaim) {
  if (!('signature' in claim)) throw new Error('A claim by key needs a key.')
  return claim
}

function codedOf(claim: MadeClaim) {
  if (!('code' in claim)) throw new Error('A claim by code needs a code.')
  return claim
}
