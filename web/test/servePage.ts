import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { text } from 'node:stream/consumers'
import { manifestOf } from '../tools/buildPage.js'
import { CONTENT_TYPES } from '../tools/contentTypes.js'
import { headersAt } from '../tools/hostFiles.js'
import { policyOf } from '../tools/strictPage.js'

/** A built page as a host serves it: at the root, in a folder, and as a gateway that has all sites in one origin. */
export type ServedPage = {
  origin: string
  /** Where it is in the folder, with a slash at the end. */
  inFolder: string
  /** Where a gateway by path has it. */
  inGateway: string
  /** `settings.json`, which the program that serves a loopback page writes. */
  settings: Record<string, string>
  /** Path of the file that a module has become. */
  fileOf: (module: string) => string
  /** Replaces files, by the beginning of their names: what an intruder does to a host. */
  tamper: (file: RegExp, change: (text: string) => string) => void
  restore: () => void
  /** Whether files come without any header of the policy, as from a host that sets none. */
  dropHeaders: (isDropped: boolean) => void
  /** Has the page tell what goes wrong in it, by a script of its host, for a browser whose driver does not tell. */
  record: (onComplaint: (text: string) => void) => void
  close: () => Promise<void>
}

/**
 * Serves a built page with the headers that its hosts are given.
 *
 * @param entry - File of the page itself.
 */
export async function servePage(directory: string, entry = 'index.html'): Promise<ServedPage> {
  const policy = policyOf(await readFile(join(directory, entry), 'utf8'))
  let areDropped = false
  const changes: { file: RegExp; change: (text: string) => string }[] = []
  const settings: Record<string, string> = {}
  let onComplaint: ((text: string) => void) | undefined
  const server = createServer(async (request, response) => {
    const { url = '/' } = request
    const pathname = new URL(url, 'http://page').pathname.replace(/^\/(folder|ipfs\/\w+)(?=\/)/, '')
    const headers = areDropped ? {} : headersAt(pathname, policy)
    if (onComplaint !== undefined && pathname === '/complaints') {
      onComplaint(await text(request))
      return response.writeHead(204, headers).end()
    }
    if (onComplaint !== undefined && pathname === '/record.js') {
      response.writeHead(200, { ...headers, 'Content-Type': CONTENT_TYPES['.js'] })
      return response.end(`(${tellComplaints})()`)
    }
    if (pathname === '/settings.json') {
      response.writeHead(200, { ...headers, 'Content-Type': CONTENT_TYPES['.json'] })
      return response.end(JSON.stringify(settings))
    }
    const path = pathname === '/' ? entry : normalize(pathname).slice(1)
    const body = await readFile(join(directory, path)).catch(() => undefined)
    if (body === undefined) return response.writeHead(404, headers).end()
    response.writeHead(200, { ...headers, 'Content-Type': CONTENT_TYPES[extname(path)] ?? 'application/octet-stream' })
    if (path === entry && onComplaint !== undefined)
      return response.end(body.toString().replace('<head>', '<head><script src="./record.js"></script>'))
    const change = changes.find(({ file }) => file.test(path))
    return response.end(change === undefined ? body : change.change(body.toString()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server on a port has an address with it.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    inFolder: `${origin}/folder/`,
    inGateway: `${origin}/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/`,
    settings,
    fileOf: (module) => JSON.parse(readFileSync(manifestOf(directory), 'utf8'))[module].file,
    tamper: (file, change) => void changes.push({ file, change }),
    restore: () => void changes.splice(0),
    dropHeaders(isDropped) {
      areDropped = isDropped
    },
    record(listener) {
      onComplaint = listener
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Runs in the page before its own scripts. */
function tellComplaints(): void {
  const tell = (body: string) => void fetch('/complaints', { method: 'POST', body, keepalive: true }).catch(() => {})
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    tell(`policy: ${violatedDirective} ${blockedURI}`),
  )
  addEventListener('error', ({ message }) => tell(`error: ${message}`))
  addEventListener('unhandledrejection', ({ reason }) => tell(`error: ${reason}`))
  for (const level of ['error', 'warn', 'info', 'log', 'debug'] as const)
    console[level] = (...given) => tell(`console ${level}: ${given.join(' ')}`)
}
