import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Page } from '../openPage.js'

/**
 * Answers with a file of the page.
 *
 * @returns Whether it has: other paths, requests with a body and other methods are left to the checks of the API.
 */
export function answerPage(page: Page, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const { method, url = '', headers } = incoming
  if (method !== 'GET' && method !== 'HEAD') return false
  if (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0') return false
  const [path = ''] = url.split('?')
  const found = page.find(path, headers['accept-encoding'])
  if (found === undefined) return false
  outgoing.writeHead(200, { ...found.headers, 'Content-Length': found.body.length })
  outgoing.end(method === 'HEAD' ? undefined : found.body)
  return true
}
