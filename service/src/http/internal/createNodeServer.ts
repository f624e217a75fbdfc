import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Metrics } from '../../telemetry/Telemetry.js'
import { answerBrokenRequest } from './answerBrokenRequest.js'
import type { PeerLimit } from './peerLimit.js'

/** A server of `node:http` with the limits of the public listener. */
export function createNodeServer(
  { metrics, peers }: { metrics: Metrics; peers: PeerLimit },
  serve: (incoming: IncomingMessage, outgoing: ServerResponse, expectsContinue: boolean) => void,
  { connections, headersTimeoutMs = 5_000, bodyTimeoutMs = 10_000 }: createNodeServer.Options,
): Server {
  const server = createServer({
    maxHeaderSize: 8 * 1024,
    headersTimeout: headersTimeoutMs,
    // The body has its own timeout, which sends an answer; this one only closes the connection.
    requestTimeout: headersTimeoutMs + bodyTimeoutMs,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
    // Checked by `checkHead` instead, whose answer has the form of every other.
    requireHostHeader: false,
    insecureHTTPParser: false,
    noDelay: true,
  })
  server.maxConnections = connections
  // Longer than every deadline: only a caller that does not read its answer is silent for so long.
  server.timeout = silenceMs
  // The size of the head limits their number; by default Node drops headers beyond 1,000 without an error.
  server.maxHeadersCount = 0
  server.on('request', (incoming, outgoing) => serve(incoming, outgoing, false))
  server.on('checkContinue', (incoming, outgoing) => serve(incoming, outgoing, true))
  server.on('checkExpectation', (incoming, outgoing) => serve(incoming, outgoing, false))
  server.on('clientError', answerBrokenRequest)
  server.on('connection', (socket) => {
    if (peers.admit(socket)) return
    metrics.count('http_dropped_connections_total')
    socket.destroy()
  })
  server.on('drop', () => metrics.count('http_dropped_connections_total'))
  return server
}

export declare namespace createNodeServer {
  type Options = {
    /** Limit of open connections. */
    connections: number
    /** Time for the head of a request to arrive. @default 5_000 */
    headersTimeoutMs?: number | undefined
    /** Time for a body to arrive. @default 10_000 */
    bodyTimeoutMs?: number | undefined
  }
}

const silenceMs = 30_000
