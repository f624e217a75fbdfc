import { chainIdOf, requireDeployment } from '@holdfast/sdk/chain'
import { planOperation } from '@holdfast/sdk/plan'
import { defineCommand } from '../../command/Command.js'
import { findAddress } from '../../input/readAddress.js'
import { readAmount, writeAmount } from '../../input/readAmount.js'
import { describePlan } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'
import { firewallOptions, passReport } from '../../risk/passReport.js'
import { payerOptions } from '../../risk/payerOptions.js'

export const command = defineCommand({
  summary: 'take USDC out of the vault',
  details: 'To the wallet itself, or to another address, which the firewall checks.',
  wallet: 'signs',
  positionals: [{ name: 'amount', describes: 'USDC, for example 25 or 0.5' }],
  options: [
    { flags: '--to <address>', describes: 'address that receives it; by default the wallet' },
    ...firewallOptions,
  ],
  examples: [
    ['vault withdraw 25', 'back to the wallet'],
    ['vault withdraw 25 --to 0x8617E340B3D01FA5F11F306F4090FD50E238070D', 'a payment out of the vault'],
  ],
  result: {
    txHash: 'of the transaction',
    amount: 'base units',
    owner: 'address it was recorded for',
    to: 'address that received it',
    chainId: 'number',
    firewall: '`safe`, `warning` or `block` (which was acknowledged); null for the wallet itself',
  },
  async run(context, input) {
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
      { command: 'vault withdraw', doing: 'taking USDC out of the vault' },
      { checkOptions, ...decided },
    )
    return {
      result: { txHash, amount, owner, to, chainId, firewall: report?.level ?? null },
      text: `${writeAmount(amount)} went out of the vault to ${to}.\n  transaction  ${txHash}`,
    }
  },
})
