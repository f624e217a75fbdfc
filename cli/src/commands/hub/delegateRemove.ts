import { chainLabel } from '@holdfast/sdk/chain'
import { planOperation } from '@holdfast/sdk/plan'
import { describeChain } from '../../chain/describeChain.js'
import { defineCommand } from '../../command/Command.js'
import { describeNetwork } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'
import { openDelegation } from './openDelegation.js'

export const command = defineCommand({
  summary: 'take back what `hub delegate add` allowed',
  details:
    'On the chain of --chain. A spend that the delegate has signed and the Hub has accepted is still carried out.',
  wallet: 'signs',
  positionals: [{ name: 'address', describes: 'the delegate' }],
  examples: [['hub delegate remove 0x90F79bf6EB2c4f870365E785982E1f101E93b906', 'asks, and removes it']],
  result: {
    chain: 'name of the chain',
    depositor: 'address whose balance it is',
    delegate: 'address',
    txHash: 'of the transaction; null where it was not a delegate',
  },
  async run(context, input) {
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
      text: `${delegate} is no longer a delegate of ${depositor} on ${chainLabel(chain)}.\n  transaction  ${txHash}`,
    }
  },
})
