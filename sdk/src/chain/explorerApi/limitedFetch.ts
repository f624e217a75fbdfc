import { readBytes } from '../http/readBytes.js'

/**
 * A fetch that does not take in more than so many bytes of an answer, whatever the host sends.
 *
 * @param fetchFn - Looked up at call time where it is not given.
 */
export function limitedFetch(fetchFn: typeof fetch | undefined, maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await (fetchFn ?? globalThis.fetch)(input, init)
    if (!response.body) return response
    const { status, statusText, headers } = response
    const bytes = await readBytes(response, maxBytes)
    if (bytes === undefined) throw new SyntaxError(`The answer is longer than ${maxBytes} bytes.`)
    return new Response(bytes, { status, statusText, headers })
  }
}
