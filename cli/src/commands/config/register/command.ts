import type { Command } from '../../../command/Command.js'

export const configRegisterCommand: Command = {
  path: ['config', 'register'],
  summary: 'register terms of protected transfers',
  details:
    'The id is a hash of the account and the terms: registering the same terms again changes nothing and sends nothing.',
  wallet: 'signs',
  options: [
    { flags: '--window <seconds>', describes: 'time to claim, 1 second to 7 days', default: '3600' },
    {
      flags: '--claim-mode <mode>',
      describes: '`key`: the claim does not publish the code; `code`: it does, and five wrong ones lock; `key-release`',
      default: 'key',
    },
    { flags: '--fee-bps <number>', describes: 'fee on a claim in hundredths of a percent, 0 to 100', default: '0' },
    { flags: '--fee-recipient <address>', describes: 'who receives the fee' },
  ],
  examples: [
    ['config register', 'one hour to claim, no fee'],
    [
      'config register --window 86400 --fee-bps 50 --fee-recipient 0x8617E340B3D01FA5F11F306F4090FD50E238070D',
      'a day to claim, half a percent',
    ],
  ],
  result: {
    configId: 'what `send --terms` takes',
    txHash: 'of the registration; null where they stood before',
    chainId: 'number',
  },
  load: () => import('./run.js'),
}
