import type { Command } from '../../command/Command.js'

export const cancelCommand: Command = {
  path: ['cancel'],
  summary: 'take back a transfer that nobody has claimed',
  details: 'For its sender, at any time until a claim lands.',
  wallet: 'signs',
  positionals: [{ name: 'id', describes: 'id of the transfer' }],
  examples: [['cancel 42', 'the money goes back to its sender']],
  result: {
    transferId: 'decimal text',
    txHash: 'of the transaction that refunded the sender',
    chainId: 'number',
    amount: 'base units that went back',
  },
  load: () => import('./run.js'),
}
