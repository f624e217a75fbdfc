import { chainLabel } from '@holdfast/sdk/chain'
import { planOperation } from '@holdfast/sdk/plan'
import { describeChain } from '../../../../chain/describeChain.js'
import type { Run } from '../../../../command/Command.js'
import { openDelegation } from '../../../../hub/openDelegation.js'
import { describeNetwork } from '../../../../plan/describePlan.js'
import { followPlan } from '../../../../plan/followPlan.js'

export const run: Run = async (context, input) => {
  const { clients, chain, chainId, depositor, delegate, isAllowed } = await openDelegation(context, input)
  const told = { chain, depositor, delegate }
  if (!isAllowed)
    return { result: { ...told, txHash: null }, text: `Nothing to do: ${delegate} cannot spend that balance.` }
  const plan = await planOperation(clients, 'removeHubDelegate', { chain, delegate }, { signal: context.signal })
  await context.confirm({
    does: `Stop ${delegate} from spending your balance in the Hub on ${chainLabel(chain)}`,
    plan,
    facts: [
      ['from', `${depositor}, balance in the Hub`],
      ['delegate', delegate],
      ['network', describeNetwork(plan)],
      ['chain', describeChain(chainId)],
    ],
  })
  const followed = { command: 'hub delegate remove', doing: 'removing a delegate' }
  const { result: txHash } = await followPlan(context, clients, plan, followed)
  return {
    result: { ...told, txHash },
    text: `${delegate} is no delegate of ${depositor} on ${chainLabel(chain)} any more.\n  transaction  ${txHash}`,
  }
}
