import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SignedBy } from '../../keys/SignedBy.js'
import { isPublic } from '../../telemetry/redact.js'
import type { RateLimitState, Route, RouteRequest } from '../Route.js'

/** One request on its way through the checks, and its result. */
export class Exchange {
  readonly id: string
  /** As the caller wrote it, without the query. */
  readonly path: string
  /** From the question mark on. */
  readonly search: string
  /** The caller's origin, where it is listed. */
  origin: string | undefined
  route: Route | undefined
  /** Allowed methods of the path, when the requested one is not among them. */
  allow: string | undefined
  network: string | undefined
  signer: SignedBy | undefined
  body: Uint8Array = new Uint8Array()
  rateLimits: readonly RateLimitState[] = []
  /** The network keeps sending far beyond its window. */
  isFlooding = false
  /** The connection ends with this answer. */
  closing = false
  /** No answer can be sent any more. */
  over = false
  /** 0 until an answer is sent. */
  status = 0
  /** Code of the problem that was returned. */
  code: string | undefined
  /** Id of the operation that it was about. */
  jobId: string | undefined
  private readonly startedMs = performance.now()
  private controller: AbortController | undefined
  private reason: string | undefined

  constructor(
    readonly incoming: IncomingMessage,
    readonly outgoing: ServerResponse,
  ) {
    const given = incoming.headers['x-request-id']
    // It is echoed in headers, bodies and logs, so it must not look like a secret.
    this.id = typeof given === 'string' && requestIdForm.test(given) && isPublic(given) ? given : randomUUID()
    const target = incoming.url ?? ''
    const mark = target.indexOf('?')
    this.path = mark === -1 ? target : target.slice(0, mark)
    this.search = mark === -1 ? '' : target.slice(mark)
  }

  /** Whether two readers of this head could understand two different requests. */
  isAmbiguous(): boolean {
    const { rawHeaders, httpVersion } = this.incoming
    let hosts = 0
    let types = 0
    for (let index = 0; index < rawHeaders.length; index += 2) {
      // Node lists names and values alternately.
      const name = rawHeaders[index] as string
      if (name.length === 4 && name.toLowerCase() === 'host') hosts++
      else if (name.length === 12 && name.toLowerCase() === 'content-type') types++
    }
    // RFC 9112, section 3.2.
    return hosts > 1 || types > 1 || (hosts === 0 && httpVersion === '1.1')
  }

  /** What the handler receives; values that are expensive to compute are computed on first use. */
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

  /** Notifies the handler that no caller is waiting any more. */
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
