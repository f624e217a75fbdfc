import { planOperation } from '@holdfast/sdk/plan'
import type { Address } from 'viem'
import { defineCommand, type Input, type Outcome } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { readAddress } from '../../input/readAddress.js'
import { readAmount, writeAmount } from '../../input/readAmount.js'
import { followPlan } from '../../plan/followPlan.js'
import { fundFromHub } from './fundFromHub.js'
import { fundFromVault } from './fundFromVault.js'
import { FUNDING_RESULT, fundingOptions, planFunding } from './planFunding.js'

export const command = defineCommand({
  summary: 'put USDC into a box of your own, after checking its terms',
  details:
    'Refused: an address that is not a box, a box with another owner, vault or co-signer than yours, one that has expired, and more than it can still spend. It is public that the wallet funds it; with --from hub the issuer mints into it, and no transfer leads from the wallet to the box.',
  wallet: 'signs',
  positionals: [
    { name: 'box', describes: 'address of the box' },
    { name: 'amount', describes: 'USDC, for example 25 or 0.5' },
  ],
  options: [
    { flags: '--from <source>', describes: '`wallet`, `vault` or `hub`', default: 'wallet' },
    {
      flags: '--hub-chain <chain>',
      describes: 'for --from hub: chain where the balance is held; by default that of the box',
    },
    ...fundingOptions,
  ],
  examples: [
    ['box fund 0x8617E340B3D01FA5F11F306F4090FD50E238070D 25', 'out of the wallet'],
    ['box fund 0x8617E340B3D01FA5F11F306F4090FD50E238070D 25 --from vault', 'out of what is in the vault'],
    [
      'box fund 0x8617E340B3D01FA5F11F306F4090FD50E238070D 25 --from hub --hub-chain Base_Sepolia',
      'out of a balance in the Hub',
    ],
  ],
  result: FUNDING_RESULT,
  async run(context, input) {
    const {
      positionals: [typed, much],
      options: { from, hubChain },
    } = input
    const asked = { account: readAddress('box', typed), amount: readAmount('amount', much) }
    if (from === 'hub') return fundFromHub(context, input, asked)
    if (hubChain !== undefined)
      throw usageFailure('invalid_source', '--hub-chain is for a box that is funded with --from hub.')
    if (from === 'wallet') return fundFromWallet(context, input, asked)
    if (from === 'vault') return fundFromVault(context, input, asked)
    throw usageFailure('invalid_source', `--from is ${from}: a box is funded from wallet, vault or hub.`)
  },
})

/** Funds a box out of the wallet. */
async function fundFromWallet(
  context: Context,
  input: Input<typeof fundingOptions>,
  { account, amount }: { account: Address; amount: bigint },
): Promise<Outcome> {
  const { clients, plan, options, told } = await planFunding(context, input, {
    account,
    amount,
    source: {
      name: 'wallet',
      describes: 'this wallet,',
      plan: (clients, policy, options) => planOperation(clients, 'fundEphemeral', { account, amount, policy }, options),
    },
  })
  const followed = { command: 'box fund', facts: { account }, doing: 'funding the box' }
  const { result: txHash } = await followPlan(context, clients, plan, followed, options)
  return {
    result: { ...told, txHash, transferId: null },
    text: `${writeAmount(amount)} went into ${account}.\n  transaction  ${txHash}`,
  }
}
