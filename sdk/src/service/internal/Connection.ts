import { InvalidInputError } from '../../errors/input.js'
import { textOf } from '../../errors/textOf.js'
import { type RequestAccount, type RequestSigner, requestSigner } from './requestSigner.js'

/** One service, and what this client has learnt of it. */
export type Connection = {
  /** Without a slash at the end. */
  readonly baseUrl: string
  readonly signer: RequestSigner | undefined
  readonly fetchFn: typeof fetch | undefined
  readonly timeoutMs: number | undefined
  readonly clock: RequestClock
}

/** How to reach a service. */
export type ConnectionOptions = {
  /** Where the service is; `/api/…` follows. In a browser also relative to the page: `/` is the page's own origin. */
  baseUrl: string
  /** Signs the requests the relayer pays for: a local account, or a wallet client with an account. */
  account?: RequestAccount | undefined
  /** Looked up at call time where it is not given. */
  fetchFn?: typeof fetch | undefined
  /**
   * Limit of one call with everything it repeats; the time a person takes to sign is not counted.
   *
   * @default 15000 for what is read, 30000 for lists, 60000 for what the relayer does
   */
  timeoutMs?: number | undefined
  /** Unix milliseconds.
   * @default Date.now */
  now?: (() => number) | undefined
}

/** @throws {@link InvalidInputError}, `MissingAccountError` for a wallet client without an account. */
export function connect({ baseUrl, account, fetchFn, timeoutMs, now }: ConnectionOptions): Connection {
  if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs > 0))
    throw new InvalidInputError('timeoutMs', `The \`timeoutMs\` ${textOf(timeoutMs)} is not a positive number.`)
  return {
    baseUrl: parseBaseUrl(baseUrl),
    signer: account && requestSigner(account),
    fetchFn,
    timeoutMs,
    clock: new RequestClock(now),
  }
}

/** The service's clock, as far as it is known. */
class RequestClock {
  readonly #now: (() => number) | undefined
  #aheadMs = 0
  #last = 0

  constructor(now: (() => number) | undefined) {
    this.#now = now
  }

  /** A time for one signature. No two are equal: what is signed twice alike counts as a replay. */
  next(): number {
    this.#last = Math.max(Math.round(this.#read() + this.#aheadMs), this.#last + 1)
    return this.#last
  }

  /** @param serverTime - Unix milliseconds, as the service has just said. */
  correct(serverTime: number): void {
    this.#aheadMs = serverTime - this.#read()
    this.#last = 0
  }

  #read(): number {
    return this.#now?.() ?? Date.now()
  }
}

/** The path is part of what is signed, so there is one way to write it. */
function parseBaseUrl(baseUrl: string): string {
  const url = findUrl(baseUrl)
  const path = url?.pathname.replace(/\/$/, '')
  if (
    url === undefined ||
    path === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== '' ||
    !/^(?:\/[A-Za-z0-9._~-]+)*$/.test(path)
  )
    throw new InvalidInputError(
      'baseUrl',
      'The `baseUrl` is not an http(s) URL with a plain path, without a password and without a query.',
    )
  return url.origin + path
}

function findUrl(baseUrl: string): URL | undefined {
  try {
    // Only browsers have one.
    return new URL(baseUrl, (globalThis as { location?: { href?: string } }).location?.href)
  } catch {
    return undefined
  }
}
