import { chainIdOf } from '@holdfast/sdk/chain'
import { planOperation } from '@holdfast/sdk/plan'
import { getBox } from '@holdfast/sdk/shield'
import { defineCommand } from '../../command/Command.js'
import { readAddress } from '../../input/readAddress.js'
import { readAmount, writeAmount } from '../../input/readAmount.js'
import { describePlan } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'
import { askForSpend, describeVeto, exitOfCosign } from '../cosign/askCosigner.js'
import { openService } from '../service/openService.js'
import { isHolder } from '../stealth/findHolder.js'

export const command = defineCommand({
  summary: 'pay the target of a pull box out of it, with the signature of its co-signer',
  details:
    'Once per interval. Usually the target runs it while the owner is away; the owner must have bound a payer with the co-signer before. The wallet pays the gas; the money can go only to the target. Exit codes as of `box pay`.',
  wallet: 'signs',
  positionals: [
    { name: 'box', describes: 'address of the box' },
    { name: 'amount', describes: 'USDC, for example 25 or 0.5' },
  ],
  examples: [['box pull 0x8617E340B3D01FA5F11F306F4090FD50E238070D 3', 'this month’s 3 USDC']],
  result: {
    isPaid: 'whether the target was paid',
    txHash: 'of the pull; null after a veto',
    box: 'address',
    target: 'address',
    amount: 'base units',
    chainId: 'number',
    veto: 'null where it signed; else `code`, `reason` and `riskReasons`',
  },
  async run(context, { positionals: [typed, much] }) {
    const account = readAddress('box', typed)
    const amount = readAmount('amount', much)
    openService(context.settings)
    const clients = await context.openWallet()
    const { publicClient: client, walletClient } = clients
    const wallet = walletClient.account.address
    const [chainId, box] = await Promise.all([chainIdOf(client), getBox(client, account)])
    const { target, remaining, cosigner } = box
    const plan = await planOperation(clients, 'submitPull', { account, amount }, { signal: context.signal })
    await context.confirm({
      does: `Pull ${writeAmount(amount)} out of a box for ${target}`,
      plan,
      facts: describePlan(plan, {
        parties: [
          ['from', account],
          ['to', target === wallet ? `${target}, this wallet` : target],
        ],
        amount: [
          ['amount', `${writeAmount(amount)} of ${writeAmount(remaining)} that are left of its cap`],
          ['co-signer', `${cosigner}, which asks the firewall`],
        ],
        fee: [],
      }),
    })
    // Any other caller asks without proof: the owner has chosen before whose payment history is read.
    const owner = isHolder(clients, box.ownerHash) ? clients : undefined
    const { answer } = await askForSpend(context, { box, chainId, amount, owner, payer: owner && wallet })
    const told = { box: account, target, amount, chainId }
    if (!answer.approved) {
      const { approved, ...veto } = answer
      return {
        result: { isPaid: false, txHash: null, ...told, veto },
        text: describeVeto(answer),
        exit: exitOfCosign(answer),
      }
    }
    const followed = { command: 'box pull', facts: { account }, doing: 'pulling out of the box' }
    const handOver = { cosignerSig: answer.signature }
    const { result: txHash } = await followPlan(context, clients, plan, followed, { handOver })
    return {
      result: { isPaid: true, txHash, ...told, veto: null },
      text: `${target} received ${writeAmount(amount)}.\n  transaction  ${txHash}`,
    }
  },
})
