/**
 * Reads an answer's body, and no more of it than so many bytes, whatever the host sends.
 *
 * @returns `undefined` when there are more; the rest is not waited for.
 * @throws Whatever breaks the body off.
 */
export async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = response.body?.getReader()
  if (reader === undefined) {
    // Some runtimes have no streams.
    const all = new Uint8Array(await response.arrayBuffer())
    return all.length > maxBytes ? undefined : all
  }
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > maxBytes) {
      reader.cancel().catch(() => undefined)
      return undefined
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}
