import type { Command } from '../../../command/Command.js'

export const pairsRemoveCommand: Command = {
  path: ['pairs', 'remove'],
  summary: 'revoke a decision about two addresses that look alike',
  wallet: 'names',
  positionals: [
    { name: 'one', describes: 'one of the two addresses' },
    { name: 'other', describes: 'the other one' },
  ],
  options: [{ flags: '--from <address>', describes: 'address that pays; else that of the wallet' }],
  examples: [
    [
      'pairs remove 0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91 0xd9A1C3788D81257612E2581A6ea0aDa244853a91',
      'the pair is undecided again',
    ],
  ],
  result: { sender: 'address', isRemoved: 'whether there was a decision' },
  load: () => import('./run.js'),
}
