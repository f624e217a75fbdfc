import { STATUS_CODES } from 'node:http'
import { PROBLEMS, type ProblemBody, type ProblemCode, type ProblemField } from '@holdfast/sdk/wire'

/** Writes the body of a refusal. Everything in it comes from a table, or was counted. */
export function problemBody(code: ProblemCode, facts: ProblemFacts): ProblemBody {
  const { status, detail } = PROBLEMS[code]
  const { docsBase, errors, retryAfterSeconds, serverTime, maxSkewMs, violated } = facts
  return {
    type: docsBase === undefined ? 'about:blank' : `${docsBase}${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    instance: `urn:uuid:${facts.requestId}`,
    code,
    ...(errors === undefined || errors.length === 0 ? {} : { errors: errors.slice(0, 10) }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(serverTime === undefined ? {} : { serverTime }),
    ...(maxSkewMs === undefined ? {} : { maxSkewMs }),
    ...(violated === undefined || violated.length === 0 ? {} : { 'violated-policies': violated }),
  }
}

/** The facts of one refusal. */
export type ProblemFacts = {
  requestId: string
  docsBase: string | undefined
  errors?: readonly ProblemField[] | undefined
  retryAfterSeconds?: number | undefined
  serverTime?: number | undefined
  maxSkewMs?: number | undefined
  violated?: readonly string[] | undefined
}
