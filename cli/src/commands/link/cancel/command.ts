import type { Command } from '../../../command/Command.js'

export const linkCancelCommand: Command = {
  path: ['link', 'cancel'],
  summary: 'take back the money of links that are not claimed yet',
  details:
    'One transaction for up to 100 links: either all of them are cancelled or none is. A link that was claimed meanwhile stops it; ask again then.',
  wallet: 'signs',
  positionals: [{ name: 'ids', describes: 'ids of the transfers, separated by commas', isRequired: false }],
  options: [{ flags: '--all', describes: 'all links of the wallet that are still open, at most 100 of them' }],
  examples: [
    ['link cancel 42', 'one link'],
    ['link cancel --all', 'every open link of the wallet'],
  ],
  result: {
    txHash: 'of the transaction; null where no link is open',
    chainId: 'number',
    cancelled: 'list of ids, decimal text',
    amount: 'base units that went back',
    left: 'number of open links that one transaction did not take',
  },
  load: () => import('./run.js'),
}
