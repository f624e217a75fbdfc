import { ServiceProblemError } from '../../errors/service.js'
import { decodeProblem, isProblemCode, PROBLEMS } from '../../wire/problems.js'

/** A refusal of the service, and whether and when to come back. */
export type Refusal = {
  error: ServiceProblemError
  isRetryable: boolean
  retryAfterMs: number | undefined
  /** Unix milliseconds, where it is our clock that was refused. */
  serverTime: number | undefined
}

/** Whatever a host said; one that is garbled has no body. */
type HttpAnswer = { status: number; headers: Headers; body?: unknown }

/** @returns `undefined` when it is not the service's own answer: a proxy has answered, or it is malformed. */
export function readRefusal(answer: HttpAnswer, attempted: string): Refusal | undefined {
  try {
    const problem = decodeProblem(answer.body)
    const { code, status, detail, errors: fields, instance } = problem
    if (status !== answer.status) return undefined
    const known = isProblemCode(code) ? PROBLEMS[code] : undefined
    const retryable = known?.retryable ?? (status === 408 || status === 429 || status === 503 || status === 504)
    const retryAfterSeconds = problem.retryAfterSeconds ?? retryAfterOf(answer.headers)
    const { serverTime } = problem
    return {
      error: new ServiceProblemError(attempted, {
        code,
        status,
        retryable,
        retryAfterSeconds,
        fields,
        detail: known?.detail ?? detail,
        requestId: requestIdOf(instance, answer.headers),
      }),
      // A quota without a time is one of a day.
      isRetryable: retryable && !(code === 'quota_exceeded' && retryAfterSeconds === undefined),
      retryAfterMs: retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1_000,
      serverTime:
        code === 'timestamp_out_of_window' && serverTime !== undefined && isTime(serverTime) ? serverTime : undefined,
    }
  } catch {
    return undefined
  }
}

/** What can be signed as a time: 13 digits to the year 5000 or so. */
const isTime = (ms: number) => ms >= 1e12 && ms < 1e14

function retryAfterOf(headers: Headers): number | undefined {
  const header = headers.get('retry-after')
  return header !== null && /^[0-9]{1,6}$/.test(header) ? Number(header) : undefined
}

function requestIdOf(instance: string, headers: Headers): string | undefined {
  const id = headers.get('x-request-id') ?? instance.replace(/^urn:uuid:/, '')
  return /^[A-Za-z0-9_-]{8,64}$/.test(id) ? id : undefined
}
