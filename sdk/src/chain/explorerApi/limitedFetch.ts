/**
 * A fetch that does not take in more than so many bytes of an answer, whatever the host sends.
 *
 * @param fetchFn - Looked up at call time where it is not given.
 */
export function limitedFetch(fetchFn: typeof fetch | undefined, maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await (fetchFn ?? globalThis.fetch)(input, init)
    const { body, status, statusText, headers } = response
    if (!body) return response
    const chunks: Uint8Array<ArrayBuffer>[] = []
    const reader = body.getReader()
    let size = 0
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return new Response(new Blob(chunks), { status, statusText, headers })
      size += value.byteLength
      if (size > maxBytes) {
        await reader.cancel()
        throw new SyntaxError(`The answer is longer than ${maxBytes} bytes.`)
      }
      chunks.push(value)
    }
  }
}
