import { withDeadline } from '../../chain/withDeadline.js'

/** What came back: a document, something that is none, or nothing that counts as an answer. */
export type Answer = { kind: 'answered'; body: unknown } | { kind: 'garbled' } | { kind: 'silent' }

/** Patience with one host. */
export type PostOptions = {
  /** Looked up at call time where it is not given. */
  fetchFn: typeof fetch | undefined
  /** Limit of everything together. */
  timeoutMs: number
  maxResponseBytes: number
  signal: AbortSignal | undefined
}

/**
 * Posts one JSON document and reads the answer, of whose sender nothing is expected: only HTTP 200 counts, no redirect is
 * followed, no cookie is sent, and no more is read than asked for. Where not even headers came back, it is tried once
 * more.
 *
 * @throws Only the reason of `signal`.
 */
export async function postJson(url: string, body: string, options: PostOptions): Promise<Answer> {
  const { fetchFn, timeoutMs, maxResponseBytes, signal } = options
  try {
    return await withDeadline(
      async (ended) => {
        const response = await send(fetchFn ?? globalThis.fetch, url, body, ended)
        if (response.status === 200) return read(response, maxResponseBytes)
        response.body?.cancel().catch(() => undefined)
        return { kind: 'silent' }
      },
      { timeoutMs, signal },
    )
  } catch {
    signal?.throwIfAborted()
    return { kind: 'silent' }
  }
}

async function send(fetchFn: typeof fetch, url: string, body: string, signal: AbortSignal): Promise<Response> {
  const init: RequestInit = {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body,
    redirect: 'manual',
    credentials: 'omit',
    signal,
  }
  try {
    return await fetchFn(url, init)
  } catch (error) {
    if (signal.aborted) throw error
    return fetchFn(url, init)
  }
}

async function read(response: Response, maxBytes: number): Promise<Answer> {
  const bytes = await readBytes(response, maxBytes)
  if (bytes === undefined) return { kind: 'garbled' }
  try {
    const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return { kind: 'answered', body }
  } catch {
    return { kind: 'garbled' }
  }
}

/** @returns `undefined` when there are more than that; the rest is not waited for. */
async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  const reader = response.body?.getReader()
  if (reader === undefined) {
    // Some runtimes have no streams.
    const all = new Uint8Array(await response.arrayBuffer())
    return all.length > maxBytes ? undefined : all
  }
  const bytes = new Uint8Array(maxBytes)
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return bytes.subarray(0, size)
    if (size + value.byteLength > maxBytes) {
      reader.cancel().catch(() => undefined)
      return undefined
    }
    bytes.set(value, size)
    size += value.byteLength
  }
}
