import type { Command } from '../../command/Command.js'

export const devnetCommand: Command = {
  path: ['devnet'],
  summary: 'start local chains that behave like the real ones, with explorer and faucet',
  details:
    'The primary chain and a remote one, with ten accounts that have money on both. It stays up until Ctrl-C, and then exits with 0; with --json, the document is one line and comes as soon as it is up.',
  options: [
    {
      flags: '--port <number>',
      describes: 'port of everything, on loopback; 0 lets the system choose',
      default: '8545',
    },
    {
      flags: '--block-time <ms>',
      describes: 'time between blocks of the primary chain; the remote one takes four times as long',
      default: '500',
    },
    { flags: '--persist <directory>', describes: 'keep the chains there between runs; else nothing is kept' },
  ],
  examples: [
    ['devnet', 'everything on port 8545'],
    ['devnet --port 0 --block-time 50 --json', 'for a script: `.result.primary.rpcUrl`'],
    ['devnet --persist ~/.holdfast-devnet', 'the same chain again next time'],
  ],
  result: {
    url: 'where everything is served from',
    controlUrl: 'faults and levers of the chains over HTTP',
    primary:
      '`chainId`, `rpcUrl`, `explorerUrl`, `explorerApi`, `faucetUrl`, `usdc`, `contracts` by name, and `accounts`: `address` and `privateKey` of each, which everybody knows',
    remote: 'the same without explorer and faucet',
    issuer: '`attestationUrl` and `hubUrl`: the Bridge and the Hub between the two',
  },
  load: () => import('./run.js'),
}
