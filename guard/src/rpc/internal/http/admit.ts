import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Decides who may use the guard. On loopback it must be called by its own name, since a name of another site may lead here (DNS
 * rebinding); elsewhere each request needs a token. A web page is let in only if it is listed; requests without an origin, and those
 * of browser extensions, always are.
 */
export function createAdmission({ names, tokens, origins }: AdmissionOptions): Admission {
  const digests = tokens?.map(digest)
  const findUser = (token: string | undefined) => {
    const given = digest(token ?? '')
    return digests?.findIndex((known) => timingSafeEqual(known, given)) ?? -1
  }
  return (incoming, ownOrigins) => {
    const { host, origin } = incoming.headers
    // Node joins a repeated header with a comma, so it equals no name.
    if (names && !names().includes(host?.toLowerCase() ?? '')) return refuse(421, 'This is not the name of the guard.')
    const [path = '', query] = (incoming.url ?? '').split('?')
    if (query !== undefined) return refuse(404, 'Not found.')
    const [, first = '', ...rest] = path.split('/')
    const isListed = origin === undefined || isExtension(origin) || origins.includes(origin)
    const isOwn = origin !== undefined && ownOrigins.includes(origin)
    if (!isListed && !isOwn) return refuse(403, 'This web page may not use the guard: list its origin with --origin.')
    const caller = { origin, isListed, isOwn }
    if (!digests) return { ...caller, user: '', base: '/', path }
    const byPath = findUser(first)
    const user = byPath >= 0 ? byPath : findUser(tokenIn(incoming.headers.authorization))
    if (user < 0)
      return refuse(401, 'A token is needed: Bearer, the password of the URL, or the first part of its path.')
    const base = byPath >= 0 ? `/${first}` : '/'
    return { ...caller, user: String(user), base, path: byPath >= 0 ? `/${rest.join('/')}` : path }
  }
}

export type AdmissionOptions = {
  /** Values of `Host` under which the guard may be called; any, if absent. */
  names?: (() => readonly string[]) | undefined
  /** One for each user. If absent, no token is needed. */
  tokens?: readonly string[] | undefined
  /** Web pages that may use the guard. */
  origins: readonly string[]
}

/** @param ownOrigins - Of the guard's own page. */
export type Admission = (incoming: IncomingMessage, ownOrigins: readonly string[]) => Caller | NotAdmitted

/** A caller that was admitted. */
export type Caller = {
  /** Number of its token; an empty text on loopback. */
  user: string
  /** Where the guard is for this caller: `/`, or the path with its token. */
  base: string
  /** What is asked for below `base`. */
  path: string
  origin: string | undefined
  /** Not a web page, or one that is listed: may send JSON-RPC. */
  isListed: boolean
  /** The guard's own page: may grant. */
  isOwn: boolean
}

/** Why a caller was not admitted. */
export type NotAdmitted = { status: number; why: string }

function refuse(status: number, why: string): NotAdmitted {
  return { status, why }
}

function isExtension(origin: string): boolean {
  return /^(?:chrome|moz|safari-web|ms-browser)-extension:\/\/[\w.-]+$/.test(origin)
}

/** `Bearer TOKEN`, or the password of `Basic`, as wallets make it of `https://user:TOKEN@host`. */
function tokenIn(authorization: string | undefined): string | undefined {
  const [scheme = '', value = ''] = authorization?.split(' ') ?? []
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return undefined
  const text = Buffer.from(value, 'base64').toString()
  return text.slice(text.indexOf(':') + 1)
}

/** All of one length, so that a comparison takes the same time for each. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
