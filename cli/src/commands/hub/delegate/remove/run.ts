import { chainLabel } from '@holdfast/sdk/chain'
import { removeHubDelegate } from '@holdfast/sdk/hub'
import { describeChain, describeNetworkFee } from '../../../../chain/describeChain.js'
import { follow } from '../../../../chain/follow.js'
import type { Run } from '../../../../command/Command.js'
import { openDelegation } from '../../../../hub/openDelegation.js'

export const run: Run = async (context, input) => {
  const { clients, chain, chainId, depositor, delegate, isAllowed } = await openDelegation(context, input)
  const told = { chain, depositor, delegate }
  if (!isAllowed)
    return { result: { ...told, txHash: null }, text: `Nothing to do: ${delegate} cannot spend that balance.` }
  await context.confirm({
    does: `Stop ${delegate} from spending your balance in the Hub on ${chainLabel(chain)}`,
    facts: [
      ['from', `${depositor}, balance in the Hub`],
      ['delegate', delegate],
      ['network', await describeNetworkFee(clients.publicClient, chainId)],
      ['chain', describeChain(chainId)],
    ],
  })
  const done = { command: 'hub delegate remove', chainId, doing: 'removing a delegate' }
  const txHash = await follow(context, done, (followed) => removeHubDelegate(clients, { chain, delegate, ...followed }))
  return {
    result: { ...told, txHash },
    text: `${delegate} is no delegate of ${depositor} on ${chainLabel(chain)} any more.\n  transaction  ${txHash}`,
  }
}
