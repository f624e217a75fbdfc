import type { Command } from '../../../command/Command.js'

export const configGetCommand: Command = {
  path: ['config', 'get'],
  summary: 'show registered terms',
  positionals: [{ name: 'id', describes: 'id of the terms', isHash: true }],
  examples: [
    [
      'config get 0x4f1b0a3f5ffb5a7a2d6c6f0a9f6f8e3b1c2d3e4f5061728394a5b6c7d8e9fa0b',
      'time to claim, fee, who receives it',
    ],
  ],
  result: {
    configId: 'as asked',
    recallWindow: 'seconds between sending and the deadline',
    claimMode: '0 where a code decides, 3 its key, 4 its key and a release, 255 another contract',
    feeBps: 'fee on a claim in hundredths of a percent',
    feeRecipient: 'address; the zero address where there is no fee',
    verifier: 'contract that judges a claim',
    chainId: 'number',
  },
  load: () => import('./run.js'),
}
