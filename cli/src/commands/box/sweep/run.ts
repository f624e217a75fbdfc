import { chainIdOf } from '@holdfast/sdk/chain'
import { type Plan, planOperation } from '@holdfast/sdk/plan'
import { getBox, signSweep } from '@holdfast/sdk/shield'
import { findHolder } from '../../../box/findHolder.js'
import type { Run } from '../../../command/Command.js'
import { CommandFailure } from '../../../failure/CommandFailure.js'
import { readAddress } from '../../../input/readAddress.js'
import { writeAmount } from '../../../input/readAmount.js'
import { describePlan } from '../../../plan/describePlan.js'
import { followPlan } from '../../../plan/followPlan.js'

export const run: Run = async (context, { positionals: [typed] }) => {
  const account = readAddress('box', typed)
  const clients = await context.openWallet()
  const { publicClient: client } = clients
  const [chainId, box] = await Promise.all([chainIdOf(client), getBox(client, account)])
  const amount = box.balance ?? 0n
  const vault = await findHolder(context, clients, box, 'vault')
  if (amount === 0n)
    throw new CommandFailure('refused', 'nothing_to_sweep', `The box ${account} holds nothing.`, [
      'What reaches it later can be swept then.',
    ])
  const { signal } = context
  const show = (plan: Plan) =>
    context.confirm({
      does: `Sweep ${writeAmount(amount)} out of a box`,
      plan,
      facts: describePlan(plan, {
        parties: [
          ['from', account],
          [
            'to',
            vault.isStealth ? `${vault.address}, a stealth address of this wallet` : `${vault.address}, this wallet`,
          ],
        ],
        fee: [],
      }),
    })
  const followed = { command: 'box sweep', facts: { account }, doing: 'sweeping the box' }
  const sweep = async () => {
    const plan = await planOperation(clients, 'sweepToVault', { account, vault: vault.address }, { signal })
    await show(plan)
    return followPlan(context, clients, plan, followed)
  }
  const sweepBySignature = async () => {
    const deadline = BigInt(box.now + signatureSeconds)
    const params = { account, vault: vault.address, close: false, deadline }
    const plan = await planOperation(clients, 'sweepWithSignature', params, { signal })
    await show(plan)
    const lasts = { deadlineSeconds: signatureSeconds, now: new Date(box.now * 1_000) }
    const { signature } = await signSweep(vault, account, lasts)
    return followPlan(context, clients, plan, followed, { handOver: { signature } })
  }
  const { result: txHash } = await (vault.isStealth ? sweepBySignature() : sweep())
  return {
    result: { txHash, box: account, vault: vault.address, isStealth: vault.isStealth, amount, chainId },
    text: [
      `${writeAmount(amount)} went to ${vault.address}.`,
      `  transaction  ${txHash}`,
      ...(vault.isStealth ? [`  use it       any command, with --owner-of ${account}`] : []),
    ].join('\n'),
  }
}

/** For how long the vault's signature is good. */
const signatureSeconds = 600
