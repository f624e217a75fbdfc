import { chainLabel } from '@holdfast/sdk/chain'
import { planOperation } from '@holdfast/sdk/plan'
import { describeChain } from '../../../../chain/describeChain.js'
import type { Run } from '../../../../command/Command.js'
import { openDelegation } from '../../../../hub/openDelegation.js'
import { writeAmount } from '../../../../input/readAmount.js'
import { describeNetwork } from '../../../../plan/describePlan.js'
import { followPlan } from '../../../../plan/followPlan.js'
import { passReport } from '../../../../risk/passReport.js'
import { payerOptions } from '../../../../risk/payerOptions.js'

export const run: Run = async (context, input) => {
  const { clients, chain, chainId, depositor, delegate, isAllowed } = await openDelegation(context, input)
  const told = { chain, depositor, delegate }
  if (isAllowed)
    return {
      result: { ...told, txHash: null, firewall: null },
      text: `Nothing to do: ${delegate} can spend that balance already.`,
    }
  const { publicClient: client } = clients
  const checkOptions = payerOptions(context, input, depositor, [{ chainId, client }])
  const plan = await context.terminal.during('asking the firewall', () =>
    planOperation(clients, 'addHubDelegate', { chain, delegate }, { checkOptions, signal: context.signal }),
  )
  const [report] = plan.firewall
  if (report === undefined) throw new Error('The plan of a delegation names no report.')
  const { describes, ...decided } = await passReport(context, input, report)
  await context.confirm({
    does: `Let ${delegate} spend all of your balance in the Hub on ${chainLabel(chain)}`,
    plan,
    facts: [
      ['from', `${depositor}, balance in the Hub`],
      ['delegate', delegate],
      [
        'can spend',
        `${writeAmount(plan.amount)} now and what is deposited later, to any recipient, until it is removed`,
      ],
      ['network', describeNetwork(plan)],
      ['chain', describeChain(chainId)],
      ['firewall', describes],
    ],
  })
  const followed = { command: 'hub delegate add', doing: 'adding a delegate' }
  const { result: txHash } = await followPlan(context, clients, plan, followed, { checkOptions, ...decided })
  return {
    result: { ...told, txHash, firewall: report.level },
    text: `${delegate} can spend the balance of ${depositor} on ${chainLabel(chain)}.\n  transaction  ${txHash}`,
  }
}
