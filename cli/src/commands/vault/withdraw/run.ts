import { chainIdOf, requireDeployment } from '@holdfast/sdk/chain'
import { planOperation } from '@holdfast/sdk/plan'
import type { Run } from '../../../command/Command.js'
import { findAddress } from '../../../input/readAddress.js'
import { readAmount, writeAmount } from '../../../input/readAmount.js'
import { describePlan } from '../../../plan/describePlan.js'
import { followPlan } from '../../../plan/followPlan.js'
import { passReport } from '../../../risk/passReport.js'
import { payerOptions } from '../../../risk/payerOptions.js'

export const run: Run = async (context, input) => {
  const {
    positionals: [typed],
    options,
  } = input
  const amount = readAmount('amount', typed)
  const named = findAddress('--to', options.to)
  const clients = await context.openWallet()
  const { publicClient: client, walletClient } = clients
  const owner = walletClient.account.address
  const to = named ?? owner
  const chainId = await chainIdOf(client)
  const { shieldVault: vault } = requireDeployment(chainId)
  const checkOptions = payerOptions(context, input, owner, [{ chainId, client }])
  const plan = await planOperation(
    clients,
    'withdrawFromVault',
    { vault, to, amount },
    { checkOptions, signal: context.signal },
  )
  const [report] = plan.firewall
  const { describes, ...decided } = report === undefined ? {} : await passReport(context, input, report)
  const held = plan.effects.find(({ holding }) => holding === 'vault')?.before ?? 0n
  await context.confirm({
    does: `Take ${writeAmount(amount)} out of the vault`,
    plan,
    facts: describePlan(plan, {
      parties: [
        ['from', `${vault}, where ${writeAmount(held)} are recorded for ${owner}`],
        ['to', to === owner ? `${to}, this wallet` : to],
      ],
      fee: [],
      last: describes === undefined ? [] : [['firewall', describes]],
    }),
  })
  const { result: txHash } = await followPlan(
    context,
    clients,
    plan,
    { command: 'vault withdraw', doing: 'taking it out of the vault' },
    { checkOptions, ...decided },
  )
  return {
    result: { txHash, amount, owner, to, chainId, firewall: report?.level ?? null },
    text: `${writeAmount(amount)} went out of the vault to ${to}.\n  transaction  ${txHash}`,
  }
}
