import type { Command } from '../../../command/Command.js'

export const hubTrackCommand: Command = {
  path: ['hub', 'track'],
  summary: 'say where a spend of the Hub is',
  details:
    'Needs no wallet. A spend whose id was lost is looked for by its spec hash, on the chain of --chain where it arrives.\nExit code 0: it is minted. 7: it is under way. 4: it will not be minted, and comes back to the balance.',
  positionals: [{ name: 'id', describes: 'id of the spend, or its spec hash', isHash: true }],
  options: [
    { flags: '--watch', describes: 'wait until it is minted, or never will be' },
    { flags: '--timeout <seconds>', describes: 'how long to wait, 120 unless told otherwise' },
  ],
  examples: [
    ['hub track 3b1f0c9a-5d2e-4f6b-8c1d-7a9e0b2c4d6f --watch', 'waits for its mint'],
    [
      'hub track 0x4f1b0a3f5ffb5a7a2d6c6f0a9f6f8e3b1c2d3e4f5061728394a5b6c7d8e9fa0b --chain Base_Sepolia',
      'by its spec hash, on the chain where it arrives',
    ],
  ],
  result: {
    id: 'as asked',
    state: '`pending` (also where the issuer does not know it, or not yet), `done` or `failed`',
    mintTxHash: 'of the mint; null where there is none, or none among the newest 10,000 blocks',
    reason: 'of `failed`, in the words of the issuer; else null',
  },
  load: () => import('./run.js'),
}
