import { InvalidInputError } from '../../errors/input.js'
import { IssuerRefusedError, IssuerUnavailableError, type IssuerUnavailableReason } from '../../errors/issuer.js'
import { requestJson } from '../http/requestJson.js'
import { sleep } from '../sleep.js'
import type { IssuerRequestOptions } from './options.js'
import { type Pace, paceOf } from './pace.js'

/** One question to the issuer's service, and how to understand the answer. */
export type IssuerQuestion<result> = {
  /** As in "while …", for errors. */
  attempted: string
  /** With its query; the base URL comes before it. */
  path: `/${string}`
  /**
   * JSON text, sent byte for byte; makes it a POST. Not a value: what `JSON.stringify` makes of one depends on who has
   * patched which prototype.
   */
  body?: string | undefined
  /** Statuses besides 200 whose bodies are answers.
   * @default [] */
  alsoAnswers?: readonly number[] | undefined
  /** Whether asking twice is the same as asking once, so that a lost answer may be asked for again.
   * @default true without a body, else false */
  isRepeatable?: boolean | undefined
  /** @throws Anything, for what is not an answer. */
  decode: (body: unknown, status: number) => result
}

/**
 * Asks the issuer's service for one JSON document.
 *
 * Requests of this process are spaced, and stop for a while when the host says that it is asked too often. What is only
 * read is asked for up to three times; everything else once, since its answer may be lost after it was carried out.
 *
 * @throws {@link IssuerRefusedError}, {@link IssuerUnavailableError}, {@link InvalidInputError} for an unusable URL; the
 *   reason of the signal.
 */
export async function askIssuer<result>(
  defaultUrl: string,
  question: IssuerQuestion<result>,
  options: IssuerRequestOptions = {},
): Promise<result> {
  const { apiUrl = defaultUrl, signal = new AbortController().signal } = options
  const { body, isRepeatable = body === undefined } = question
  const base = parseBaseUrl(apiUrl)
  const pace = paceOf(base.host)
  for (let tries = 1; ; tries += 1) {
    await pace.turn(signal)
    const pausedMs = pace.pausedForMs()
    if (pausedMs > 0)
      throw new IssuerUnavailableError(question.attempted, 'rate_limited', { retryAfterMs: pausedMs, effect: 'none' })
    const outcome = await tryOnce(base, { ...question, isRepeatable }, pace, { ...options, signal })
    if ('result' in outcome) return outcome.result
    if (!isRepeatable || !outcome.isPassing || tries === maxTries) throw outcome.error
    await sleep(retryDelayMs * tries, signal)
  }
}

const maxTries = 3
const retryDelayMs = 250

/** A hundred times the longest message with its attestation. */
const maxAnswerBytes = 512 * 1024

type Outcome<result> = { result: result } | { error: IssuerRefusedError | IssuerUnavailableError; isPassing: boolean }

async function tryOnce<result>(
  base: URL,
  { attempted, path, body, alsoAnswers = [], isRepeatable, decode }: IssuerQuestion<result>,
  pace: Pace,
  { fetchImpl, requestTimeoutMs = 10_000, signal }: IssuerRequestOptions,
): Promise<Outcome<result>> {
  const fail = (
    reason: IssuerUnavailableReason,
    facts: ConstructorParameters<typeof IssuerUnavailableError>[2] = {},
  ) => ({
    error: new IssuerUnavailableError(attempted, reason, { ...facts, effect: isRepeatable ? 'none' : 'open' }),
    isPassing: passing.has(reason),
  })
  const answer = await requestJson(base.href.replace(/\/$/, '') + path, {
    body,
    fetchFn: fetchImpl,
    timeoutMs: requestTimeoutMs,
    maxResponseBytes: maxAnswerBytes,
    signal,
  })
  if (answer.kind === 'timeout') return fail('timeout')
  if (answer.kind === 'unreachable') return fail('unreachable', { cause: answer.cause })
  const { status } = answer
  if (answer.kind === 'redirected' || status === undefined) return fail('redirected', { status })
  if (status === 429)
    return fail('rate_limited', { status, retryAfterMs: pace.backOff(readRetryAfter(answer.headers)) })
  pace.recover()
  if (answer.kind === 'too_large') return fail('too_large', { status })
  if (status === 408 || status >= 500) return fail('failing', { status })
  const said = answer.kind === 'answered' ? answer.body : undefined
  if (status !== 200 && !alsoAnswers.includes(status))
    return { error: new IssuerRefusedError(attempted, status, readReason(said)), isPassing: false }
  try {
    return { result: decode(said, status) }
  } catch {
    // The cause would repeat what a stranger has sent.
    return fail('garbled', { status })
  }
}

/** What another try may mend at once. A host that is asked too often is not asked again. */
const passing: ReadonlySet<IssuerUnavailableReason> = /* @__PURE__ */ new Set(['unreachable', 'timeout', 'failing'])

/** The service says `message`, `error`, or both, with different meanings. */
function readReason(said: unknown): string {
  if (typeof said !== 'object' || said === null) return ''
  // An object, by the condition; a field that it lacks is read as `undefined`.
  const { message, error } = said as { message?: unknown; error?: unknown }
  return [message, error]
    .filter((part): part is string => typeof part === 'string' && part !== '')
    .join(' ')
    .slice(0, 500)
}

function readRetryAfter(headers: Headers): number | undefined {
  const header = headers.get('retry-after') ?? ''
  return /^[0-9]{1,6}$/.test(header) ? Number(header) * 1_000 : undefined
}

function parseBaseUrl(apiUrl: string): URL {
  const url = URL.canParse(apiUrl) ? new URL(apiUrl) : undefined
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username + url.password + url.search + url.hash !== ''
  )
    throw new InvalidInputError('apiUrl', 'The `apiUrl` is not an http(s) URL without a password and without a query.')
  return url
}
