import { chainLabel } from '@holdfast/sdk/chain'
import { planOperation } from '@holdfast/sdk/plan'
import { describeChain } from '../../chain/describeChain.js'
import { defineCommand } from '../../command/Command.js'
import { writeAmount } from '../../input/readAmount.js'
import { describeNetwork } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'
import { firewallOptions, passReport } from '../../risk/passReport.js'
import { payerOptions } from '../../risk/payerOptions.js'
import { openDelegation } from './openDelegation.js'

export const command = defineCommand({
  summary: 'let another account spend the balance in the Hub on one chain',
  details:
    'On the chain of --chain. It can spend all of the balance there, to any recipient, until `hub delegate remove`, so the firewall checks it as the payee of the whole balance.\nIts wallet then spends with `hub send --depositor`.',
  wallet: 'signs',
  positionals: [{ name: 'address', describes: 'the account' }],
  options: firewallOptions,
  examples: [
    ['hub delegate add 0x90F79bf6EB2c4f870365E785982E1f101E93b906', 'shows what it could spend, and asks'],
    [
      'hub delegate add 0x90F79bf6EB2c4f870365E785982E1f101E93b906 --chain Base_Sepolia --account 0 --yes --json',
      'for a script, on another chain',
    ],
  ],
  result: {
    chain: 'name of the chain',
    depositor: 'address whose balance it is',
    delegate: 'address',
    txHash: 'of the transaction; null where it was a delegate already',
    firewall: '`safe`, `warning` or `block` (which was acknowledged); null where it was a delegate already',
  },
  async run(context, input) {
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
  },
})
