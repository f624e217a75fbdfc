import { createRequire } from 'node:module'

/** Requests of one kind of caller, one after the other on each connection. */
export type Load = {
  /** With the query; several are requested in turn. */
  paths: readonly string[]
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  /** A new one for each request. */
  body?: () => string
}

/** The expected answer. */
export type Loaded = { requests: number; perSecond: number; latency?: Latency }

/** Milliseconds within which this share of requests was answered. */
export type Latency = { p50: number; p97_5: number; p99: number }

/**
 * Sends requests for a time, on a number of connections, one at a time on each.
 *
 * @param expected - The answer that every request must get.
 */
export async function load(
  url: string,
  { paths, method = 'GET', headers = {}, body }: Load,
  { seconds, connections = 20, expected }: { seconds: number; connections?: number; expected?: Expected },
): Promise<Loaded> {
  let other: string | undefined
  const isExpected = (text: string) => {
    const isSo = text.includes(expected?.text ?? '')
    if (!isSo) other ??= text
    return isSo
  }
  const result = await autocannon({
    url,
    method,
    headers,
    connections,
    duration: seconds,
    requests: paths.map((path) => ({
      path,
      ...(body && { setupRequest: (request: object) => ({ ...request, body: body() }) }),
    })),
    ...(expected?.text && { verifyBody: isExpected }),
  })
  const others = Object.keys(result.statusCodeStats).filter((status) => expected && status !== String(expected.status))
  if (others.length > 0 || result.mismatches > 0 || result.errors > 0)
    throw new Error(
      `Of ${method} ${paths[0]}: status ${others}, ${result.mismatches} other texts, ${result.errors} errors. ${other ?? ''}`,
    )
  const { requests, duration, latency } = result
  return { requests: requests.total, perSecond: requests.total / duration, latency }
}

/** A status, and a part of the text. */
export type Expected = { status: number; text?: string }

/** The load tool has no types. */
const autocannon: (options: object) => Promise<{
  requests: { total: number }
  duration: number
  errors: number
  mismatches: number
  latency: Latency
  statusCodeStats: Readonly<Record<string, unknown>>
}> = createRequire(import.meta.url)('autocannon')
