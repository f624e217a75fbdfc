import type { Command } from '../../command/Command.js'

export const tourCommand: Command = {
  path: ['tour'],
  summary: 'walk through everything on a local chain, with real transactions',
  details:
    'Afterwards chain and service stay up to be played with, until Ctrl-C; with --once it ends. Exit code 0: every scene came out right.',
  options: [{ flags: '--once', describes: 'end after the scenes' }],
  examples: [
    ['tour', 'the scenes, then a chain and a service of your own'],
    ['tour --once --json', 'for a script: did everything come out right?'],
  ],
  result: {
    scenes: 'how many were played',
    failed: 'how many went wrong',
    rpcUrl: 'endpoint of the chain that stays up; null with --once',
    explorerApi: 'its explorer API; null with --once',
    serviceUrl: 'the service beside it; null with --once',
  },
  load: () => import('./run.js'),
}
