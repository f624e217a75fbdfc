import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { openPage, type Page, PageError } from '@holdfast/service'
import { usageFailure } from '../../failure/CommandFailure.js'

/**
 * The page that was built with this program, or one in a folder.
 *
 * @throws CommandFailure where there is none.
 */
export async function openApp(folder?: string | undefined): Promise<Page> {
  try {
    return await openPage(folder ?? fileURLToPath(new URL('./app', import.meta.url)))
  } catch (error) {
    if (!(error instanceof PageError)) throw error
    throw usageFailure('no_page', error.shortMessage, [
      folder === undefined
        ? 'This program was built without the web application: run `npm run build` in the repository.'
        : 'Name a folder that `npm run build -w web` has made, such as web/dist/loopback, with its `.hosts` beside it.',
    ])
  }
}

/** What `settings.json` tells the served page. Everything in it is an address of this machine or of the registry. */
export type AppSettings = {
  /** Base URL of a devnet. */
  devnet: string | null
  /** Base URL of a service. */
  service: string | null
  /** Of one chain instead of the registry's. */
  endpoint: { chainId: number; rpcUrl: string; explorerApi: string | null } | null
}

/** A page that is being served. */
export type ServedApp = {
  /** Where, without a slash at the end. */
  origin: string
  /** Given to each page that is opened from now on. */
  settings: AppSettings
  close: () => Promise<void>
}

/**
 * Serves the web application on this machine alone. A page of another site cannot read from it: a request must name this server as
 * its host, and one with an origin must come from the application itself.
 *
 * @param port - 0 takes a free one.
 * @throws Node's own error where the port is taken.
 */
export async function serveApp(page: Page, port: number): Promise<ServedApp> {
  const app: { settings: AppSettings } = { settings: { devnet: null, service: null, endpoint: null } }
  const server = createServer((incoming, outgoing) => {
    const { status, headers, body } = answer(page, incoming, app.settings, `127.0.0.1:${portOf(server.address())}`)
    outgoing.writeHead(status, { ...page.headers, ...headers, 'Content-Length': body.length })
    outgoing.end(incoming.method === 'HEAD' ? undefined : body)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(app, {
    origin: `http://127.0.0.1:${portOf(server.address())}`,
    async close() {
      server.close()
      server.closeAllConnections()
      if (server.listening) await once(server, 'close')
    },
  })
}

type Answer = { status: number; headers?: Readonly<Record<string, string>>; body: Uint8Array }

function answer(
  page: Page,
  { method, url = '', headers }: IncomingMessage,
  settings: AppSettings,
  host: string,
): Answer {
  const refuse = (status: number, why: string): Answer => ({
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    body: Buffer.from(`${why}\n`),
  })
  // A name that leads here belongs to another site (DNS rebinding).
  if (headers.host !== host) return refuse(421, `This address is http://${host}.`)
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) return refuse(403, 'Another site asked.')
  if (method !== 'GET' && method !== 'HEAD') return refuse(405, 'Only GET and HEAD.')
  const [path = ''] = url.split('?')
  if (path === '/settings.json')
    return {
      status: 200,
      headers: {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store',
        'Cross-Origin-Resource-Policy': 'same-origin',
      },
      body: Buffer.from(JSON.stringify(settings)),
    }
  const found = page.find(path, headers['accept-encoding'])
  return found === undefined ? refuse(404, 'No such file.') : { status: 200, ...found }
}

function portOf(address: AddressInfo | string | null): number {
  // It listens on a port, so its address is not a path.
  return (address as AddressInfo).port
}
