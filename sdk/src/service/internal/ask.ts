import { keccak256 } from 'viem'
import { backoff } from '../../chain/backoff.js'
import { requestJson } from '../../chain/http/requestJson.js'
import { sleep } from '../../chain/sleep.js'
import { InvalidInputError } from '../../errors/input.js'
import { ServiceUnavailableError } from '../../errors/service.js'
import { API_REQUEST_HEADERS, apiRequestMessage } from '../../wire/signedRequest.js'
import type { Connection } from './Connection.js'
import { type Refusal, readRefusal } from './readRefusal.js'

/** How one call is made. */
export type ServiceCallOptions = {
  /** Limit of the call with everything it repeats; else that of the client. */
  timeoutMs?: number | undefined
  /** Gives the call up; what the service has begun goes on. */
  signal?: AbortSignal | undefined
}

/** One question to the service, and how to understand the answer. */
export type Question<result> = {
  /** As in "while …", for errors; holds no secret. */
  attempted: string
  path: `/api/${string}`
  /** Of a GET. */
  query?: Readonly<Record<string, string | undefined>> | undefined
  /** Of a POST, as JSON. */
  body?: object | undefined
  isSigned?: boolean | undefined
  /** Limit of the whole call by default, and of one request of it. */
  timeoutMs: number
  tryMs: number
  maxResponseBytes?: number | undefined
  /** Of an answer with one of these statuses.
   * @default [200] */
  statuses?: readonly number[] | undefined
  /** @throws Anything, for what is not an answer. */
  decode: (body: unknown, status: number) => result
  /**
   * After how many milliseconds to ask again; `undefined` for an answer that is final.
   *
   * @param repeats - How often it was asked again before.
   */
  repeatAfterMs?: ((result: result, repeats: number) => number | undefined) | undefined
}

/**
 * Asks until there is a final answer, a final refusal, or no time left. Every repeat of a signed request is signed
 * again: the service accepts a signature once.
 *
 * @returns The last answer, final or not.
 * @throws {@link ServiceUnavailableError}, {@link ServiceProblemError}; `SignatureDeclinedError`, {@link InvalidInputError};
 *   the reason of the signal.
 */
export async function ask<result>(
  connection: Connection,
  question: Question<result>,
  { timeoutMs, signal }: ServiceCallOptions = {},
): Promise<result> {
  signal?.throwIfAborted()
  const watch = new Stopwatch(timeoutMs ?? connection.timeoutMs ?? question.timeoutMs)
  let latest: { result: result } | undefined
  let repeats = 0
  let failures = 0
  let isClockFixed = false
  for (;;) {
    const outcome = await tryOnce(connection, question, watch, signal)
    if ('result' in outcome) {
      const { result } = outcome
      const waitMs = question.repeatAfterMs?.(result, repeats++)
      if (waitMs === undefined || waitMs >= watch.leftMs) return result
      latest = { result }
      failures = 0
      await sleep(waitMs, signal)
      continue
    }
    const { serverTime, retryAfterMs, isRetryable, error } = outcome
    if (serverTime !== undefined && question.isSigned && !isClockFixed) {
      isClockFixed = true
      connection.clock.correct(serverTime)
      continue
    }
    failures += 1
    if (!isRetryable) throw error
    const waitMs = Math.max(retryAfterMs ?? 0, backoff(failures, 250, 4_000))
    if (failures === maxFailures || waitMs >= watch.leftMs) {
      // It was accepted before: that is known, and the rest can be learnt later.
      if (latest !== undefined) return latest.result
      throw error
    }
    await sleep(waitMs, signal)
  }
}

/** Failures in a row after which a call gives up, however much time is left. */
const maxFailures = 5

/** What one request brought. */
type Outcome<result> = { result: result } | Failure

type Failure =
  | Refusal
  | { error: ServiceUnavailableError; isRetryable: boolean; retryAfterMs?: undefined; serverTime?: undefined }

async function tryOnce<result>(
  connection: Connection,
  question: Question<result>,
  watch: Stopwatch,
  signal: AbortSignal | undefined,
): Promise<Outcome<result>> {
  const { attempted, path, query, body, statuses = [200] } = question
  const bytes = body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body))
  const headers = question.isSigned ? await watch.pausedFor(() => sign(connection, question, bytes, signal)) : undefined
  const fail = (
    reason: ServiceUnavailableError['reason'],
    isRetryable: boolean,
    facts: { status?: number | undefined; cause?: unknown } = {},
  ) => ({
    // The relayer acts on what is signed; everything else is only read.
    error: new ServiceUnavailableError(attempted, reason, { ...facts, effect: question.isSigned ? 'open' : 'none' }),
    isRetryable,
  })
  const answer = await requestJson(connection.baseUrl + path + queryOf(query), {
    body: bytes,
    headers,
    fetchFn: connection.fetchFn,
    timeoutMs: Math.max(1, Math.min(question.tryMs, watch.leftMs)),
    maxResponseBytes: question.maxResponseBytes ?? 65_536,
    signal,
  })
  switch (answer.kind) {
    case 'timeout':
      return fail('timeout', true)
    case 'unreachable':
      return fail('unreachable', true, { cause: answer.cause })
    case 'redirected':
      return fail('redirected', false, { status: answer.status })
    case 'too_large':
      return fail('too_large', false)
  }
  const { status } = answer
  if (!statuses.includes(status))
    return readRefusal(answer, attempted) ?? fail('garbled', isPassing(status), { status })
  if (answer.kind !== 'answered') return fail('garbled', false, { status })
  try {
    return { result: question.decode(answer.body, status) }
  } catch {
    // The cause would repeat what a stranger has sent.
    return fail('garbled', false, { status })
  }
}

/** Statuses with which a proxy before the service says that it will be back. */
const isPassing = (status: number) => status === 429 || status === 502 || status === 503 || status === 504

async function sign(
  { signer, clock, baseUrl }: Connection,
  { attempted, path }: Pick<Question<unknown>, 'attempted' | 'path'>,
  bytes: Uint8Array | undefined,
  signal: AbortSignal | undefined,
): Promise<Record<string, string>> {
  if (signer === undefined)
    throw new InvalidInputError('account', 'This request must be signed, and the service client has no `account`.')
  const timestamp = clock.next()
  const message = apiRequestMessage({
    path: new URL(baseUrl + path).pathname,
    timestamp,
    bodyHash: keccak256(bytes ?? new Uint8Array()),
  })
  return {
    [API_REQUEST_HEADERS.address]: signer.address,
    [API_REQUEST_HEADERS.timestamp]: String(timestamp),
    [API_REQUEST_HEADERS.signature]: await signer.sign(message, attempted, signal),
  }
}

function queryOf(query: Question<unknown>['query']): string {
  const given = Object.entries(query ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** Counts a call's time down, and pauses while a person signs. */
class Stopwatch {
  #endsAt: number

  constructor(ms: number) {
    this.#endsAt = performance.now() + ms
  }

  get leftMs(): number {
    return this.#endsAt - performance.now()
  }

  async pausedFor<result>(work: () => Promise<result>): Promise<result> {
    const from = performance.now()
    const result = await work()
    this.#endsAt += performance.now() - from
    return result
  }
}
