import type { Command } from '../../../command/Command.js'

export const serviceCosignerCommand: Command = {
  path: ['service', 'cosigner'],
  summary: 'ask for the address that new boxes have to name as their co-signer',
  details: 'Ask once and keep it: a box trusts the address, not whoever answers here later.',
  examples: [['service cosigner --service https://pay.example.com', 'one address']],
  result: { address: 'of the co-signer' },
  load: () => import('./run.js'),
}
