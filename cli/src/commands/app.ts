import { DEPLOYMENTS } from '@holdfast/sdk/chain'
import { chooseChain } from '../chain/chooseChain.js'
import { readChainUrl } from '../chain/endpoints.js'
import { defineCommand } from '../command/Command.js'
import { untilStopped } from '../command/Context.js'
import { hasErrorCode, usageFailure } from '../failure/CommandFailure.js'
import { readNumber } from '../input/readNumber.js'
import { readUrl, type Settings } from '../settings/settings.js'
import { type AppSettings, openApp, serveApp } from './app/serveApp.js'

export const command = defineCommand({
  summary: 'serve the web application on this machine',
  details:
    'It opens no browser. The page connects only to the public endpoints that holdfast knows and to this machine; an endpoint of --rpc must be one of these. With --devnet it has a wallet with test money, and an attack to try. A service accepts requests of the page if its `CORS_ORIGINS` lists its address. It stays up until Ctrl-C, and then exits with 0.',
  options: [
    {
      flags: '--port <number>',
      describes: 'port to listen on, on loopback; 0 lets the system choose',
      default: '8780',
    },
    { flags: '--devnet <url>', describes: 'base URL of a devnet on this machine, as `holdfast devnet` prints it' },
    { flags: '--page <folder>', describes: 'another build of the page, with its `.hosts` beside it' },
  ],
  examples: [
    ['app', 'the chains of the registry, in your browser'],
    ['app --devnet http://127.0.0.1:8545', 'on a devnet, with a wallet that costs nothing'],
  ],
  result: { url: 'where the page is' },
  async run({ settings, terminal, signal, pathOf }, { options }) {
    const port = readNumber('--port', options.port ?? '', [0, 65_535])
    const folder = options.page !== undefined ? pathOf(options.page) : undefined
    const devnet = options.devnet !== undefined ? readLoopback('--devnet', options.devnet) : null
    const service = readUrl('service', settings)
    const told: AppSettings = {
      devnet,
      service: service === undefined ? null : readLoopback('--service', service),
      endpoint: devnet === null ? endpointOf(settings) : null,
    }
    const app = await serveApp(await openApp(folder), port).catch(explain)
    app.settings = told
    terminal.say(terminal.paint.dim('Ctrl-C ends it.'))
    return {
      result: { url: app.origin },
      text: `The web application is at ${app.origin}`,
      async stay() {
        await untilStopped(signal)
        await app.close()
      },
    }
  },
})

/** The policy of the page lets it ask this machine by this name alone. */
function readLoopback(option: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol === 'http:' && url.hostname === '127.0.0.1') return value.replace(/\/+$/, '')
  throw usageFailure('invalid_url', `${option} takes an address that begins with http://127.0.0.1:, for this page.`, [
    'The policy of the page lets it ask no other host. Build a page of your own for another one: docs/operating.md.',
  ])
}

/** What the settings name for their chain, where the page may ask it. */
function endpointOf(settings: Settings): AppSettings['endpoint'] {
  const { id } = chooseChain(settings.chain.value ?? '')
  const rpcUrl = readChainUrl('rpc', id, settings)
  if (rpcUrl === undefined) return null
  const explorer = readChainUrl('explorer', id, settings)
  const explorerApi = explorer === undefined || explorer === 'none' ? null : explorer
  const known = Object.values(DEPLOYMENTS).flatMap(({ rpcUrls, explorerApi }) => [...rpcUrls, explorerApi ?? ''])
  const origins = known.filter((url) => url !== '').map((url) => new URL(url).origin)
  for (const url of [rpcUrl, explorerApi])
    if (url !== null && !origins.includes(new URL(url).origin)) readLoopback('An endpoint', url)
  return { chainId: id, rpcUrl, explorerApi }
}

function explain(error: unknown): never {
  if (!hasErrorCode(error, 'EADDRINUSE')) throw error
  throw usageFailure('port_taken', 'The port is taken.', [
    'Choose another with --port, or let the system choose with --port 0.',
  ])
}
