import { chainLabel } from '@holdfast/sdk/chain'
import { addHubDelegate, readHubWithdrawal } from '@holdfast/sdk/hub'
import { describeChain, describeNetworkFee } from '../../../../chain/describeChain.js'
import { follow } from '../../../../chain/follow.js'
import type { Run } from '../../../../command/Command.js'
import { openDelegation } from '../../../../hub/openDelegation.js'
import { writeAmount } from '../../../../input/readAmount.js'
import { passFirewall } from '../../../../risk/passFirewall.js'

export const run: Run = async (context, input) => {
  const { clients, chain, chainId, depositor, delegate, isAllowed } = await openDelegation(context, input)
  const told = { chain, depositor, delegate }
  if (isAllowed)
    return {
      result: { ...told, txHash: null, firewall: null },
      text: `Nothing to do: ${delegate} can spend that balance already.`,
    }
  const { publicClient: client } = clients
  const { available } = await readHubWithdrawal(client, { chain, depositor })
  const payment = { payer: depositor, payee: delegate, amount: available, chains: [{ chainId, client }] }
  const firewall = await passFirewall(context, input, payment)
  await context.confirm({
    does: `Let ${delegate} spend all of your balance in the Hub on ${chainLabel(chain)}`,
    facts: [
      ['from', `${depositor}, balance in the Hub`],
      ['delegate', delegate],
      ['can spend', `${writeAmount(available)} now and what is deposited later, to any recipient, until it is removed`],
      ['network', await describeNetworkFee(client, chainId)],
      ['chain', describeChain(chainId)],
      ['firewall', firewall.describes],
    ],
  })
  const done = { command: 'hub delegate add', chainId, doing: 'adding a delegate' }
  const txHash = await follow(context, done, (followed) =>
    addHubDelegate(clients, { chain, delegate, ...firewall.guard, ...followed }),
  )
  return {
    result: { ...told, txHash, firewall: firewall.report.level },
    text: `${delegate} can spend the balance of ${depositor} on ${chainLabel(chain)}.\n  transaction  ${txHash}`,
  }
}
