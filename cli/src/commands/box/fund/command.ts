import { FUNDING_RESULT, fundingOptions } from '../../../box/fundingOptions.js'
import type { Command } from '../../../command/Command.js'

export const boxFundCommand: Command = {
  path: ['box', 'fund'],
  summary: 'put USDC into a box of your own, after comparing it',
  details:
    'Refused: what is no box, a box with another owner, vault or co-signer than yours, one that has expired, and more than it can still spend. Everybody can see that the wallet funds it; with --from hub the issuer mints into it, and no transfer leads from the wallet to the box.',
  wallet: 'signs',
  positionals: [
    { name: 'box', describes: 'address of the box' },
    { name: 'amount', describes: 'USDC, for example 25 or 0.5' },
  ],
  options: [
    { flags: '--from <source>', describes: '`wallet`, `vault` or `hub`', default: 'wallet' },
    { flags: '--hub-chain <chain>', describes: 'for --from hub: chain where the balance lies, else that of the box' },
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
  load: () => import('./run.js'),
}
