import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SignedBy } from '../../keys/SignedBy.js'
import { isPublic } from '../../telemetry/redact.js'
import type { Route, RouteRequest, Standing } from '../Route.js'

/** One request on its way through the gates, and what became of it. */
export class Exchange {
  readonly id: string
  /** As it was written, without the query. */
  readonly path: string
  /** From the question mark on. */
  readonly search: string
  /** The caller's origin, where it is listed. */
  origin: string | undefined
  route: Route | undefined
  /** Methods of the path, when the one that was asked for is none of them. */
  allow: string | undefined
  network: string | undefined
  signer: SignedBy | undefined
  body: Uint8Array = new Uint8Array()
  standings: readonly Standing[] = []
  /** The network keeps asking far beyond its window. */
  isFlooding = false
  /** The connection ends with this answer. */
  closing = false
  /** Nothing can be answered any more. */
  over = false
  /** 0 as long as nothing is answered. */
  status = 0
  /** Of the problem that was answered. */
  code: string | undefined
  /** Of the operation that it was about. */
  jobId: string | undefined
  private readonly startedMs = performance.now()
  private controller: AbortController | undefined
  private reason: string | undefined

  constructor(
    readonly incoming: IncomingMessage,
    readonly outgoing: ServerResponse,
  ) {
    const given = incoming.headers['x-request-id']
    // It comes back in headers, bodies and logs, where nothing may stand that looks like a secret.
    this.id = typeof given === 'string' && requestIdForm.test(given) && isPublic(given) ? given : randomUUID()
    const target = incoming.url ?? ''
    const mark = target.indexOf('?')
    this.path = mark === -1 ? target : target.slice(0, mark)
    this.search = mark === -1 ? '' : target.slice(mark)
  }

  /** Whether two readers of this head could understand two requests. */
  isAmbiguous(): boolean {
    const { rawHeaders, httpVersion } = this.incoming
    let hosts = 0
    let types = 0
    for (let index = 0; index < rawHeaders.length; index += 2) {
      // Node lists names and values in turn.
      const name = rawHeaders[index] as string
      if (name.length === 4 && name.toLowerCase() === 'host') hosts++
      else if (name.length === 12 && name.toLowerCase() === 'content-type') types++
    }
    // RFC 9112, section 3.2.
    return hosts > 1 || types > 1 || (hosts === 0 && httpVersion === '1.1')
  }

  /** What the handler is given; what costs something to make is made when it is asked for. */
  requestOf(input: { body: unknown; query: unknown }): RouteRequest<unknown, unknown> {
    const { id, signer, network, incoming } = this
    const signal = () => this.signal()
    let headers: Headers | undefined
    return {
      id,
      body: input.body,
      query: input.query,
      signer,
      network,
      noteJob: (operationId) => {
        this.jobId = operationId
      },
      get headers() {
        headers ??= headersOf(incoming)
        return headers
      },
      get signal() {
        return signal()
      },
    }
  }

  /** Tells the handler that nobody waits any more. */
  abort(reason: 'deadline' | 'gone'): void {
    this.reason ??= reason
    this.controller?.abort(abortError(this.reason))
  }

  seconds(): number {
    return (performance.now() - this.startedMs) / 1000
  }

  private signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController()
      if (this.reason !== undefined) this.controller.abort(abortError(this.reason))
    }
    return this.controller.signal
  }
}

const requestIdForm = /^[A-Za-z0-9_-]{8,64}$/

function abortError(reason: string): DOMException {
  return new DOMException(`The request is over: ${reason}.`, reason === 'deadline' ? 'TimeoutError' : 'AbortError')
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  return headers
}
