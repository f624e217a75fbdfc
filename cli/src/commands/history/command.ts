import type { Command } from '../../command/Command.js'

export const historyCommand: Command = {
  path: ['history'],
  summary: 'show the token history of an address, without what was planted in it',
  details:
    'Rows of nothing and of unknown tokens are hidden; dust and impostors are marked, and hidden with --strict. Never copy an address from a history.',
  wallet: 'names',
  positionals: [{ name: 'address', describes: 'whose history; else that of the wallet', isRequired: false }],
  options: [
    { flags: '--links', describes: 'name payments by link, which reads the logs of the transfer contract' },
    { flags: '--spam', describes: 'show what was hidden, and why' },
    { flags: '--strict', describes: 'hide dust and impostors as well' },
    { flags: '--contact <addresses>', describes: 'addresses that are trusted, separated by commas' },
  ],
  examples: [
    ['history 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'payments, newest first'],
    ['history --account 0 --spam', 'what somebody planted there'],
  ],
  result: {
    address: 'whose history',
    chainId: 'number',
    entries:
      'list, newest first: `txHash`, `direction` (`in`, `out`), `counterparty`, `kind`, `amount` (smallest unit of the token), `decimals`, `tokenAddress`, `tokenSymbol`, `timestamp`, `purpose` (`link_payment`, with --links), and `suspect` (`DUST`, `IMPOSTOR`) where it is',
    filtered: 'list of the same with `reason`: `ZERO_VALUE`, `UNKNOWN_TOKEN`, `DUST` or `IMPOSTOR`; always there',
    complete: 'false where older rows could not be read',
  },
  load: () => import('./run.js'),
}
