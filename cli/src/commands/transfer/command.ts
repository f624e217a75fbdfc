import type { Command } from '../../command/Command.js'

export const transferCommand: Command = {
  path: ['transfer'],
  summary: 'show a transfer, or watch it until it ends',
  positionals: [{ name: 'id', describes: 'id of the transfer' }],
  options: [{ flags: '--watch', describes: 'show every change until it is claimed, cancelled or returned' }],
  examples: [
    ['transfer 42', 'amount, parties, deadline, state'],
    ['transfer 42 --watch --json', 'for a script: waits, then prints how it ended'],
  ],
  result: {
    transferId: 'decimal text',
    sender: 'address',
    to: 'the only address that a claim can pay',
    amount: 'base units',
    deadline: 'ISO 8601: last second in which it can be claimed',
    attempts: 'wrong codes since the last `rekey`, 0 to 5',
    status: '`PENDING`, `LOCKED`, `CLAIMED`, `CANCELLED` or `RECLAIMED`',
    claimHash: 'what its code opens',
    configId: 'id of its terms',
    chainId: 'number',
  },
  load: () => import('./run.js'),
}
