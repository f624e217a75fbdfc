import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Shuts a server down in order. First only the readiness changes, so that a proxy can send requests elsewhere. Then no
 * connection is accepted, and requests on open ones are refused, while those in progress are finished. At last every
 * connection closes.
 *
 * @returns Whether every request in progress was finished.
 */
export async function drain(server: Server, options: drain.Options): Promise<boolean> {
  const { delayMs, timeoutMs, refuse, idle } = options
  if (!server.listening) return true
  await sleep(delayMs)
  refuse()
  const closed = new Promise((resolve) => server.once('close', resolve))
  // The method of the HTTP server also closes idle connections, on which a request may be arriving at this moment.
  NetServer.prototype.close.call(server)
  const timeout = new AbortController()
  const finished = await Promise.race([
    idle().then(() => true),
    sleep(timeoutMs, false, { signal: timeout.signal }).catch(() => false),
  ])
  timeout.abort()
  server.closeIdleConnections()
  if (!finished) server.closeAllConnections()
  // Only answers that are being written are left, and callers that do not read them.
  const rest = setTimeout(() => server.closeAllConnections(), lastMs)
  // Stops the timer that looks for slow requests; no connection is left to close.
  server.close(() => {})
  await closed
  clearTimeout(rest)
  return finished
}

export declare namespace drain {
  type Options = {
    delayMs: number
    timeoutMs: number
    /** Called when requests must be refused. */
    refuse: () => void
    /** Resolves when every request has its answer. */
    idle: () => Promise<void>
  }
}

const lastMs = 500
