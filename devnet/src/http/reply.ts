/** A request as the surfaces receive it. */
export type HttpRequest = {
  method: string
  /** Below the surface's own prefix, starting with `/` or empty. */
  path: string
  query: URLSearchParams
  body: string
  /** The `Authorization` header, for surfaces that need a key. */
  authorization: string | undefined
}

/** An answer, or how the connection fails: never answered, or reset. */
export type HttpReply = { status: number; headers: Record<string, string>; body: string } | 'hang' | 'reset'

/** One part of the server, under its own prefix. */
export type Surface = ((request: HttpRequest) => Promise<HttpReply>) & {
  /** Request headers that a page of another origin may send. @default '*' */
  allowedHeaders?: string
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): HttpReply {
  const body = JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? inner.toString() : inner))
  return { status, headers: { 'content-type': 'application/json', ...headers }, body }
}

export function text(status: number, body: string): HttpReply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}

export function html(body: string, status = 200): HttpReply {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}
