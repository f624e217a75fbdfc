import type { Command } from '../../../command/Command.js'

export const linkListCommand: Command = {
  path: ['link', 'list'],
  summary: 'show the links that you have sent, and what became of them',
  details:
    'Read from the chain, newest first. It knows no secret, so a payment link is copied again from where you keep it: --links names a file of your links, one a line, and each is listed with its line. A claim link holds no secret and is made again from the chain, with --origin. To take back all that are open: `link cancel --all`. Addresses that ask for a release are listed with it; `link release` lets the firewall judge them.',
  wallet: 'names',
  options: [
    { flags: '--from <address>', describes: 'address that has sent them; else that of the wallet' },
    { flags: '--links <file>', describes: 'your own payment links, one a line; none of them is shown' },
    { flags: '--origin <url>', describes: 'also list the payments to recorded recipients, with their claim links' },
  ],
  examples: [
    ['link list --account 0', 'all of them, newest first'],
    ['link list --links links.txt --origin https://pay.example', 'with the line of each link, and the claim links'],
  ],
  result: {
    links:
      'list of `transferId`, `state` (`open`, `claimed`, `cancelled`, `returned`, `expired`), `amount`, `deadline`, `paidTo`, `asked`, the first four and last four addresses that ask for the release, `askedCount`, the number of all, and `line` of --links or null',
    claimLinks: 'with --origin: list of `transferId`, `state`, `amount`, `deadline`, `to` and `link`',
    chainId: 'number',
  },
  load: () => import('./run.js'),
}
