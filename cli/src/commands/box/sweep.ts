import { chainIdOf } from '@holdfast/sdk/chain'
import { type Plan, planOperation } from '@holdfast/sdk/plan'
import { getBox, signSweep } from '@holdfast/sdk/shield'
import { defineCommand } from '../../command/Command.js'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { readAddress } from '../../input/readAddress.js'
import { writeAmount } from '../../input/readAmount.js'
import { describePlan } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'
import { findHolder } from '../stealth/findHolder.js'

export const command = defineCommand({
  summary: 'take back everything that a box holds',
  details:
    'Only its vault can, before and after it expires, without the co-signer. Unused signatures of the co-signer become void. If the vault is a stealth address of this wallet, it signs and the wallet pays the gas, which links the two publicly. Use `--owner-of` to spend swept funds, and to sweep once that address has gas.',
  wallet: 'signs',
  positionals: [{ name: 'box', describes: 'address of the box' }],
  examples: [
    ['box sweep 0x8617E340B3D01FA5F11F306F4090FD50E238070D', 'the rest returns to the vault'],
    [
      'box sweep 0x8617E340B3D01FA5F11F306F4090FD50E238070D --owner-of 0x8617E340B3D01FA5F11F306F4090FD50E238070D',
      'its stealth owner sends it, out of its own gas',
    ],
  ],
  result: {
    txHash: 'of the sweep',
    box: 'address',
    vault: 'address that received it',
    isStealth: 'whether that is a stealth address of the wallet',
    amount: 'base units that it held just before',
    chainId: 'number',
  },
  async run(context, { positionals: [typed] }) {
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
  },
})

/** For how long the vault's signature is valid. */
const signatureSeconds = 600
