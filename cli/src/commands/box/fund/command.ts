import { FUNDING_RESULT, fundingOptions } from '../../../box/fundingOptions.js'
import type { Command } from '../../../command/Command.js'

export const boxFundCommand: Command = {
  path: ['box', 'fund'],
  summary: 'put USDC into a box of your own, after comparing it',
  details:
    'Refused: what is no box, a box with another owner, vault or co-signer than yours, one that has expired, and more than it\ncan still spend. Everybody can see that the wallet funds it.',
  wallet: 'signs',
  positionals: [
    { name: 'box', describes: 'address of the box' },
    { name: 'amount', describes: 'USDC, for example 25 or 0.5' },
  ],
  options: [{ flags: '--from <source>', describes: '`wallet` or `vault`', default: 'wallet' }, ...fundingOptions],
  examples: [
    ['box fund 0x8617E340B3D01FA5F11F306F4090FD50E238070D 25', 'out of the wallet'],
    ['box fund 0x8617E340B3D01FA5F11F306F4090FD50E238070D 25 --from vault', 'out of what is in the vault'],
  ],
  result: { ...FUNDING_RESULT, txHash: 'of the transaction' },
  load: () => import('./run.js'),
}
