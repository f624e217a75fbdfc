import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { problemBody } from './problemBody.js'
import { SECURITY_HEADERS } from './securityHeaders.js'

/**
 * Answers requests that never became complete: a head that is malformed, too large or too slow, a body with malformed
 * chunks. The connection ends. If a complete request before it is still waiting for its answer, that answer is the last
 * one.
 */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Duplex & { _httpMessage?: Pending | null },
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const pending = socket._httpMessage
  if (pending?.headersSent) {
    socket.end()
    return
  }
  if (pending?.req.complete) {
    pending.shouldKeepAlive = false
    return
  }
  const status = statuses[error.code ?? ''] ?? 400
  const requestId = randomUUID()
  const timeout = status === 408
  const body = timeout ? JSON.stringify(problemBody('request_timeout', { requestId, docsBase: undefined })) : ''
  const headers = [...SECURITY_HEADERS, 'X-Request-Id', requestId, 'Cache-Control', 'no-store', 'Vary', 'Origin']
  if (timeout) headers.push('Content-Type', 'application/problem+json')
  headers.push('Connection', 'close', 'Content-Length', String(Buffer.byteLength(body)))
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`]
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`)
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** The next answer of a connection; Node stores it there. */
type Pending = { headersSent: boolean; shouldKeepAlive: boolean; req: { complete: boolean } }

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
