import type { Command } from '../../../command/Command.js'

export const linkListCommand: Command = {
  path: ['link', 'list'],
  summary: 'show the links that you have sent, and what became of them',
  details:
    'Read from the chain, newest first. It knows no secret, so a link is copied again from where you keep it. Addresses that ask for a release are listed with it; `link release` lets the firewall judge them.',
  wallet: 'names',
  options: [{ flags: '--from <address>', describes: 'address that has sent them; else that of the wallet' }],
  examples: [['link list --account 0', 'all of them, newest first']],
  result: {
    links:
      'list of `transferId`, `state` (`open`, `claimed`, `cancelled`, `returned`, `expired`), `amount`, `deadline`, `paidTo` and `asked`, the addresses that ask for the release',
    chainId: 'number',
  },
  load: () => import('./run.js'),
}
