import { readdir, readFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { PageError } from './PageError.js'

/**
 * Reads a built page of the web application into memory, with the headers that its build wrote beside it
 * (`<directory>.hosts`). Later changes on disk are not served, so one page never mixes the files of two releases.
 *
 * @param directory - Of `npm run build -w web`: `web/dist/public` or `web/dist/loopback`.
 * @throws {@link PageError} when the folder contains no built page, or its headers are missing.
 * @example
 * const page = await openPage('web/dist/public')
 * page.find('/')?.headers['Content-Security-Policy']
 */
export async function openPage(directory: string): Promise<Page> {
  const root = resolve(directory)
  const headers = await readHeaders(`${root}.hosts/headers.json`)
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = new Map<string, PageFile>()
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const body = await readFile(path)
    const name = path.slice(root.length).replaceAll('\\', '/')
    const cached = name.startsWith('/assets/') ? headers.assets : headers.page
    const type = types[extname(name)] ?? 'application/octet-stream'
    files.set(name, {
      headers: { ...headers.all, ...cached, 'Content-Type': type, Vary: 'Accept-Encoding' },
      body,
      packed: await pack(name, body),
    })
  }
  const start = files.get('/index.html')
  if (start === undefined) throw new PageError('it has no index.html')
  files.set('/', start)
  return {
    headers: headers.all,
    find(path, accepts = '') {
      const file = files.get(path)
      if (file === undefined) return undefined
      return file.packed !== undefined && /(^|[\s,])br\s*(?:,|$)/.test(accepts)
        ? { headers: { ...file.headers, 'Content-Encoding': 'br' }, body: file.packed }
        : { headers: file.headers, body: file.body }
    },
  }
}

/** A built page, ready to be sent. */
export type Page = {
  /** Headers of every answer, also for a file that does not exist. */
  headers: Readonly<Record<string, string>>
  /**
   * @param path - From the root, with a leading slash and without a query; compared as it is, so no file outside can be
   *   named.
   * @param accepts - `Accept-Encoding` of the request.
   */
  find: (
    path: string,
    accepts?: string | undefined,
  ) => { headers: Readonly<Record<string, string>>; body: Uint8Array } | undefined
}

type PageFile = { headers: Readonly<Record<string, string>>; body: Uint8Array; packed: Uint8Array | undefined }
type Headers = Readonly<Record<'all' | 'assets' | 'page', Readonly<Record<string, string>>>>

async function readHeaders(path: string): Promise<Headers> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) throw new PageError('the folder `.hosts` beside it is missing, with the headers of the page')
  const headers: Headers = JSON.parse(text)
  if (typeof headers.all?.['Content-Security-Policy'] !== 'string')
    throw new PageError('the headers beside it have no policy')
  return headers
}

/** Compressed text, where that is smaller. */
async function pack(name: string, body: Uint8Array): Promise<Uint8Array | undefined> {
  if (!['.html', '.js', '.json', '.svg'].includes(extname(name))) return undefined
  const packed = await compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  return packed.length < body.length ? packed : undefined
}

const compress = promisify(brotliCompress)

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
