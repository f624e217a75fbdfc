import type { Command } from '../../command/Command.js'

export const investigateCommand: Command = {
  path: ['investigate'],
  summary: 'gather what is known of an address before it is paid, and a second opinion',
  details:
    'With a service, the service is asked; it may also ask a model, whose opinion is never milder than the rules. Without one, the rules and the facts are read here. Exit codes as of `check`.',
  wallet: 'names',
  positionals: [{ name: 'target', describes: 'address that would be paid' }],
  options: [{ flags: '--from <address>', describes: 'address that would pay; else that of the wallet' }],
  examples: [
    [
      'investigate 0x8617E340B3D01FA5F11F306F4090FD50E238070D --service https://pay.example.com --account 0',
      'rules, opinion and facts',
    ],
    ['investigate 0x8617E340B3D01FA5F11F306F4090FD50E238070D --account 0 --json', 'for a script: `.result.dossier`'],
  ],
  result: {
    sender: 'address that would pay',
    target: 'address that would be paid',
    rule: '`level` (`safe`, `warning` or `block`) and `reasons`, as of `check`',
    advisory: '`level`, `headline` and `points` of the second opinion; null where nobody gave one',
    dossier:
      '`isContract`, `isDelegated`, `transactionCount`, `firstSeenAt` (ISO 8601), `usdcBalance` (base units), `nearMisses`, each null where it is not known, and `missing`: names of those; null where nothing could be gathered',
    deep: '`off`, `budget` or `ran`: whether the service asked its model',
  },
  load: () => import('./run.js'),
}
