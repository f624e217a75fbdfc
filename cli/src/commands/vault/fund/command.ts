import { FUNDING_RESULT, fundingOptions } from '../../../box/fundingOptions.js'
import type { Command } from '../../../command/Command.js'

export const vaultFundCommand: Command = {
  path: ['vault', 'fund'],
  summary: 'put USDC of the vault into a box of your own, after comparing it',
  details: 'The same as `box fund --from vault`, with the same refusals.',
  wallet: 'signs',
  positionals: [
    { name: 'box', describes: 'address of the box' },
    { name: 'amount', describes: 'USDC, for example 25 or 0.5' },
  ],
  options: fundingOptions,
  examples: [['vault fund 0x8617E340B3D01FA5F11F306F4090FD50E238070D 25', 'out of what was deposited']],
  result: FUNDING_RESULT,
  load: () => import('./run.js'),
}
