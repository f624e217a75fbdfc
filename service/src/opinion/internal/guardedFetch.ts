import { ModelFailure } from './ModelFailure.js'

/**
 * A `fetch` for one provider: it connects only to the configured host, follows no redirect, and reads no more than the
 * largest valid answer. Its headers contain the key, so it must not connect to any other host.
 */
export function guardedFetch(baseUrl: URL): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.origin !== baseUrl.origin) throw new ModelFailure('misdirected')
    const response = await fetch(url, { ...init, redirect: 'manual' })
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      throw new ModelFailure('redirected')
    }
    const body = await readBody(response)
    const { status, statusText, headers } = response
    return new Response(body.length === 0 ? null : body, { status, statusText, headers })
  }
}

/** A valid answer has a few hundred bytes; thinking may precede it. */
const maxBytes = 256 * 1024

async function readBody(response: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  if (response.body !== null)
    for await (const chunk of response.body) {
      size += chunk.length
      // Leaving the loop ends the connection.
      if (size > maxBytes) throw new ModelFailure('too_large')
      chunks.push(chunk)
    }
  return Buffer.concat(chunks)
}
