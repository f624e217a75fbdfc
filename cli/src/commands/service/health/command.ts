import type { Command } from '../../../command/Command.js'

export const serviceHealthCommand: Command = {
  path: ['service', 'health'],
  summary: 'ask whether the service is up, and what its relayer has left',
  examples: [['service health --service https://pay.example.com', 'up or not, and the balance that pays for gas']],
  result: {
    ok: '`true`: whatever else there is would be an error',
    relayer:
      'null where the service relays nothing; else `address`, `chainUsdc` (a decimal number of USDC), `low`, and `asOf` (Unix milliseconds, or null while the balance was never read)',
  },
  load: () => import('./run.js'),
}
