import type { Command } from '../../command/Command.js'

export const tourCommand: Command = {
  path: ['tour'],
  summary: 'walk through it on a local chain, with real transactions, then open the web application',
  details:
    'Three scenes, or all of them with --all. Afterwards chain, service and web application stay up to be played with, until Ctrl-C; no browser is opened. With --once it plays all scenes, fetches the page once, and ends. Exit code 0: every scene came out right, and the page has its headers.',
  options: [
    { flags: '--all', describes: 'play every scene before it stays up' },
    { flags: '--once', describes: 'play every scene, then end' },
  ],
  examples: [
    ['tour', 'three scenes, then a chain, a service and a page of your own'],
    ['tour --once --json', 'for a script: did everything come out right?'],
  ],
  result: {
    scenes: 'how many were played',
    failed: 'how many went wrong',
    appUrl: 'the web application that stays up; null with --once',
    rpcUrl: 'endpoint of the chain that stays up; null with --once',
    explorerApi: 'its explorer API; null with --once',
    serviceUrl: 'the service beside it; null with --once',
  },
  load: () => import('./run.js'),
}
