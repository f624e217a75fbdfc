import type { Command } from '../../command/Command.js'

export const reclaimCommand: Command = {
  path: ['reclaim'],
  summary: 'return expired transfers to their senders',
  details:
    'Anybody can, once the deadline has passed. Several ids go in one transaction; one that cannot be returned does not stop the others.',
  wallet: 'signs',
  positionals: [{ name: 'ids', describes: 'id of the transfer, or up to 50 separated by commas' }],
  examples: [
    ['reclaim 42', 'the money goes back to its sender'],
    ['reclaim 41,42,43', 'all of them in one transaction'],
  ],
  result: {
    txHash: 'of the transaction',
    chainId: 'number',
    reclaimed: 'list of ids that went back',
    skipped: 'list of ids that stayed as they are; never the only one that was asked for',
  },
  load: () => import('./run.js'),
}
