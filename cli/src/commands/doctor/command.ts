import type { Command } from '../../command/Command.js'

export const doctorCommand: Command = {
  path: ['doctor'],
  summary: 'look what works, and say what to do about what does not',
  details:
    'Asks the endpoints, the explorer and the contracts of the chain, compares the clocks, and looks at the wallet and the service where they are named. Exit code 0: all that is needed works. 5: something that is needed does not.',
  wallet: 'names',
  options: [{ flags: '--from <address>', describes: 'address whose balances are looked at; else that of the wallet' }],
  examples: [
    ['doctor', 'the public endpoints of the primary chain'],
    [
      'doctor --chain 84532 --from 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      'another chain, and what a wallet has there',
    ],
    ['doctor --json', 'for a script: `.result.checks[] | select(.status != "ok")`'],
  ],
  result: {
    chainId: 'number',
    healthy: 'whether all that is needed works',
    checks:
      'list of `check` (endpoint, clock, explorer, contract, wallet or service), `subject` (a host, a name, an address), `status` (ok, warning or failed), `means`, `advice` (or null), and `facts` by name: amounts in base units, times in seconds',
  },
  load: () => import('./run.js'),
}
