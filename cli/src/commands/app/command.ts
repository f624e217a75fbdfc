import type { Command } from '../../command/Command.js'

export const appCommand: Command = {
  path: ['app'],
  summary: 'serve the web application on this machine',
  details:
    'It opens no browser. The page asks the chains by the endpoints of the registry, and this machine; an endpoint of --rpc must be one of these. With --devnet it has a wallet with test money, and an attack to try. A service lets the page in where its `CORS_ORIGINS` has the address of the page. It stays up until Ctrl-C, and then exits with 0.',
  options: [
    { flags: '--port <number>', describes: 'where it listens, on loopback; 0 lets the system choose', default: '8780' },
    { flags: '--devnet <url>', describes: 'base URL of a devnet on this machine, as `holdfast devnet` prints it' },
    { flags: '--page <folder>', describes: 'another build of the page, with its `.hosts` beside it' },
  ],
  examples: [
    ['app', 'the chains of the registry, in your browser'],
    ['app --devnet http://127.0.0.1:8545', 'on a devnet, with a wallet that costs nothing'],
  ],
  result: { url: 'where the page is' },
  load: () => import('./run.js'),
}
