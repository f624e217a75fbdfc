import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Grants } from '../../../judge/createGrants.js'
import type { Forwarder, Reply } from '../answers/createForwarder.js'
import { startDeadline } from '../deadline.js'
import { errorResponse } from '../messages/messages.js'
import { readBody } from '../messages/readBody.js'
import { faultResponse, notCheckedError, unreadResponse } from '../messages/refusal.js'
import type { Admission, Caller, NotAdmitted } from './admit.js'
import { describeRefusal } from './describeRefusal.js'
import { type RefusalRow, renderPage } from './page.js'

/**
 * The HTTP side of a guard: JSON-RPC by POST at its base, its page by GET, and the decision of a person by POST to `/allow`. A GET
 * never grants anything.
 */
export function createRequestListener({
  admit,
  forward,
  grants,
  isStranger,
  rowsOf,
  secretOf,
  requests,
  limits,
}: ListenerOptions): RequestListener {
  return async (incoming, outgoing) => {
    const reply = await answer(incoming)
    if (reply === undefined) outgoing.destroy()
    else send(outgoing, reply)
  }

  /** `undefined` if the client no longer waits. */
  async function answer(incoming: IncomingMessage): Promise<HttpReply | undefined> {
    const { host } = incoming.headers
    if (countHosts(incoming) !== 1) return text(400, 'One Host header is needed.')
    const caller = admit(incoming, [`http://${host}`, `https://${host}`])
    if ('why' in caller) return refuseCaller(incoming, caller, limits.bodyMs)
    const { path, isListed, origin } = caller
    const isRpc = path === '/' && isListed
    // No other page may read the guard's page or what it grants.
    const cors = isRpc && origin !== undefined ? corsHeaders(origin) : {}
    if (incoming.method === 'OPTIONS') return { status: 204, body: '', headers: cors }
    if (incoming.method === 'GET' || incoming.method === 'HEAD') return show(incoming, caller)
    if (incoming.method !== 'POST') return text(405, 'Only GET and POST.')
    if (path === '/allow') return allow(incoming, caller)
    if (!isRpc) return refuseCaller(incoming, { status: 404, why: 'Not found.' }, limits.bodyMs)
    const deadline = startDeadline(limits.verdictMs)
    const timeoutMs = Math.min(limits.bodyMs, limits.verdictMs)
    const body = await readBody(incoming, { maxBytes: limits.bodyBytes, timeoutMs })
    if (body === 'broken') return undefined
    const headers = { ...cors, 'Content-Type': 'application/json' }
    if (body instanceof Uint8Array) {
      const reply = await forward(body, caller.user, deadline).catch(() => ({ status: 200, body: faultResponse(body) }))
      return { ...reply, headers }
    }
    // After an HTTP error, viem's `fallback` sends the payment to its next node.
    return { status: 200, body: unreadResponse(body), headers: { ...headers, Connection: 'close' } }
  }

  function show({ method, headers, socket }: IncomingMessage, caller: Caller, notice?: string): HttpReply {
    const code = /^\/refusal\/(\w{1,16})$/.exec(caller.path)?.[1]
    if (caller.path !== '/' && code === undefined) return text(404, 'Not found.')
    const found = code === undefined ? undefined : find(caller.user, code)
    if (code !== undefined && found === undefined) return text(404, noSuchRefusal)
    const pending = found && describeRefusal(found)
    const { user, base } = caller
    const rows = rowsOf(user)
    const isOpen = (code: string | undefined) => code !== undefined && grants.find(code) !== undefined
    // Any web page can have a browser ask for this one, and the system's table of connections can be long.
    const isOther = rows.some((row) => isOpen(row.code)) && isStranger(socket)
    if (pending && isOther) return text(403, onlyOwner)
    if (pending && wantsJson(headers.accept)) return json(pending)
    const refusals = rows.map((row) => ({ ...row, code: isOpen(row.code) && !isOther ? row.code : undefined }))
    const page = renderPage({ ...requests(base), refusals, base, secret: secretOf(user), pending, notice })
    return { status: 200, ...page, ...(method === 'HEAD' && { body: '' }) }
  }

  async function allow(incoming: IncomingMessage, caller: Caller): Promise<HttpReply | undefined> {
    // A browser names the page that sent a form. A request without an origin is a program's, which must know the secret.
    if (caller.origin !== undefined && !caller.isOwn) return text(403, 'The request came from another page.')
    if (isStranger(incoming.socket)) return text(403, onlyOwner)
    const body = await readBody(incoming, { maxBytes: 4_096, timeoutMs: limits.bodyMs })
    if (body === 'broken') return undefined
    if (!(body instanceof Uint8Array))
      return body.why === 'long' ? text(413, 'The body is too long.') : text(408, 'The body took too long.')
    const form = new URLSearchParams(Buffer.from(body).toString())
    const isDecided = isEqual(form.get('secret') ?? '', secretOf(caller.user)) && form.get('compared') === 'yes'
    if (!isDecided) return text(403, 'Open the page of the guard, compare the addresses, and decide there.')
    const pending = find(caller.user, form.get('code') ?? '')
    // Another refusal may have the code by now, and a person has seen the earlier one.
    if (!pending || String(pending.at) !== form.get('at')) return text(404, noSuchRefusal)
    grants.allow(pending.code)
    if (wantsJson(incoming.headers.accept)) return json({ allowed: pending.code })
    return show(incoming, { ...caller, path: '/' }, `${pending.code} is allowed once, for 15 minutes. Send it again.`)
  }

  /** A user sees the refusals of that user alone. */
  function find(user: string, code: string) {
    const isTheirs = rowsOf(user).some((row) => row.code === code.trim().toUpperCase())
    return isTheirs ? grants.find(code) : undefined
  }
}

export type ListenerOptions = {
  admit: Admission
  forward: Forwarder
  grants: Grants
  /** Whether a connection comes from another user of this machine, who may neither see a refusal nor decide about it. */
  isStranger: (socket: Socket) => boolean
  /** Newest first. */
  rowsOf: (user: string) => readonly RefusalRow[]
  secretOf: (user: string) => string
  /** What the page gives to a wallet. */
  requests: (base: string) => { add: unknown; restore: unknown }
  limits: { bodyBytes: number; bodyMs: number; verdictMs: number }
}

export type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

type HttpReply = Reply & { headers: Readonly<Record<string, string>> }

const onlyOwner = 'Only the user who runs the guard sees and decides this.'

const noSuchRefusal = 'No refusal of the last 15 minutes has this code.'

const always = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  // `no-referrer` would take the origin from the form, too.
  'Referrer-Policy': 'same-origin',
}

function send(outgoing: ServerResponse, { status, body, retryAfter, headers }: HttpReply): void {
  outgoing.writeHead(status, {
    ...always,
    ...headers,
    ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
    ...(status !== 204 && { 'Content-Length': Buffer.byteLength(body) }),
  })
  outgoing.end(status === 204 ? undefined : body)
}

function text(status: number, why: string): HttpReply {
  // The rest of a body is not read.
  return { status, body: `${why}\n`, headers: { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' } }
}

/**
 * A client of JSON-RPC finds an error in the body after which viem's `fallback` asks no other node, unless it sends batches. What it
 * sends is read first, and dropped: a connection that is closed under it is reset, and then it reads no answer.
 */
async function refuseCaller(
  incoming: IncomingMessage,
  { status, why }: NotAdmitted,
  timeoutMs: number,
): Promise<HttpReply | undefined> {
  const { method, url = '' } = incoming
  const reply = text(status, why)
  if (method !== 'POST' || url.endsWith('/allow')) return reply
  if ((await readBody(incoming, { maxBytes: refusedBytes, timeoutMs })) === 'broken') return undefined
  const body = errorResponse(null, notCheckedError(`Holdfast: ${why} Nothing was sent.`))
  return { ...reply, body, headers: { ...reply.headers, 'Content-Type': 'application/json' } }
}

function json(value: unknown): HttpReply {
  return { status: 200, body: JSON.stringify(value), headers: { 'Content-Type': 'application/json' } }
}

function corsHeaders(origin: string): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': 'content-type, authorization',
    'Access-Control-Allow-Private-Network': 'true',
    'Access-Control-Max-Age': '600',
    Vary: 'Origin',
  }
}

/** Node keeps the first of several. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count++
  return count
}

function wantsJson(accept: string | undefined): boolean {
  return accept === 'application/json'
}

function isEqual(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Of a body that is not used, kept in memory; 32 times as many are read. */
const refusedBytes = 64 * 1024
