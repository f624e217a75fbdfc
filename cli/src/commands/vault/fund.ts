import { defineCommand } from '../../command/Command.js'
import { readAddress } from '../../input/readAddress.js'
import { readAmount } from '../../input/readAmount.js'
import { fundFromVault } from '../box/fundFromVault.js'
import { FUNDING_RESULT, fundingOptions } from '../box/planFunding.js'

export const command = defineCommand({
  summary: 'put USDC from the vault into a box of your own, after checking its terms',
  details: 'The same as `box fund --from vault`, with the same refusals.',
  wallet: 'signs',
  positionals: [
    { name: 'box', describes: 'address of the box' },
    { name: 'amount', describes: 'USDC, for example 25 or 0.5' },
  ],
  options: fundingOptions,
  examples: [['vault fund 0x8617E340B3D01FA5F11F306F4090FD50E238070D 25', 'out of what was deposited']],
  result: FUNDING_RESULT,
  run(context, input) {
    const [account, amount] = input.positionals
    return fundFromVault(context, input, {
      account: readAddress('box', account),
      amount: readAmount('amount', amount),
    })
  },
})
