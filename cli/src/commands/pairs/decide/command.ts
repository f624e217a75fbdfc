import type { Command } from '../../../command/Command.js'

export const pairsDecideCommand: Command = {
  path: ['pairs', 'decide'],
  summary: 'decide which of two known addresses that look alike is genuine; the other one is blocked',
  details:
    'For two addresses that `check` reports as an undecided pair: they look alike, and the payer knows both well. It shows what is known of both and asks for the eight digits in the middle of the genuine address; only a person at a terminal can decide, no option and no script (exit code 3). Any other two addresses are refused (exit code 4).\nThe decision is kept in `pairs.json` beside the settings file. It applies to this payer on all chains: payments to the genuine address pass, and those to its imitation are blocked. A new decision about the same pair replaces it, `pairs remove` revokes it, and a bait that the genuine address signs later voids it. The service does not know it: see `--accept` of `cosign authorize`.',
  wallet: 'names',
  positionals: [
    { name: 'keep', describes: 'the genuine address' },
    { name: 'over', describes: 'its imitation' },
  ],
  options: [{ flags: '--from <address>', describes: 'address that pays; else that of the wallet' }],
  examples: [
    [
      'pairs decide 0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91 0xd9A1C3788D81257612E2581A6ea0aDa244853a91',
      'shows what is known of both, and asks',
    ],
  ],
  result: {
    sender: 'whose payments it is about',
    keep: 'the genuine address',
    over: 'its imitation',
    at: 'milliseconds since 1970',
  },
  load: () => import('./run.js'),
}
