import type { Command } from '../../../command/Command.js'

export const vaultBalanceCommand: Command = {
  path: ['vault', 'balance'],
  summary: 'show what the vault holds under a name',
  wallet: 'names',
  positionals: [{ name: 'owner', describes: 'under whose name; else that of the wallet', isRequired: false }],
  examples: [
    ['vault balance --account 0', 'what can be moved into boxes'],
    ['vault balance 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --json', 'for a script: `.result.balance`'],
  ],
  result: { balance: 'base units', owner: 'address', vault: 'address of the ledger', chainId: 'number' },
  load: () => import('./run.js'),
}
