import type { Command } from '../../../command/Command.js'

export const hubBalanceCommand: Command = {
  path: ['hub', 'balance'],
  summary: 'show what lies in the Hub, by chain, and which deposits do not count yet',
  details: 'A spend draws on one chain: what lies on another one does not help.',
  wallet: 'names',
  positionals: [{ name: 'address', describes: 'whose balance; else that of the wallet', isRequired: false }],
  examples: [
    ['hub balance --account 0', 'by chain, and in all'],
    ['hub balance 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --json', 'for a script: `.result.byChain.Arc_Testnet`'],
  ],
  result: {
    address: 'whose balance',
    total: 'base units on all chains together',
    byChain: 'base units by name of the chain; what waits is not in it',
    deposits: 'list of `chain`, `txHash`, `amount` and `blockNumber` of deposits that are mined and do not count yet',
  },
  load: () => import('./run.js'),
}
