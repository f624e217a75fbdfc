import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Ends a server in order. First nothing changes but the readiness, so that a proxy can look elsewhere. Then no connection is
 * accepted, and requests on open ones are refused, while those under way are finished. At last every connection closes.
 *
 * @returns Whether everything that was under way could be finished.
 */
export async function drain(server: Server, options: drain.Options): Promise<boolean> {
  const { delayMs, timeoutMs, refuse, idle } = options
  if (!server.listening) return true
  await sleep(delayMs)
  refuse()
  const closed = new Promise((resolve) => server.once('close', resolve))
  // The method of the HTTP server also closes idle connections, on which a request may just be arriving.
  NetServer.prototype.close.call(server)
  const timeout = new AbortController()
  const finished = await Promise.race([
    idle().then(() => true),
    sleep(timeoutMs, false, { signal: timeout.signal }).catch(() => false),
  ])
  timeout.abort()
  server.closeIdleConnections()
  if (!finished) server.closeAllConnections()
  // What is left are answers that are being written, and callers that do not read them.
  const rest = setTimeout(() => server.closeAllConnections(), lastMs)
  // Ends the timer that looks for slow requests; there is nothing left to close.
  server.close(() => {})
  await closed
  clearTimeout(rest)
  return finished
}

export declare namespace drain {
  type Options = {
    delayMs: number
    timeoutMs: number
    /** Called when requests have to be refused. */
    refuse: () => void
    /** Resolves when no request is without an answer. */
    idle: () => Promise<void>
  }
}

const lastMs = 500
