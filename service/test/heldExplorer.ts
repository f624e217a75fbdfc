import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startHugeExplorer } from './hugeExplorer.js'

/**
 * A {@link startHugeExplorer} that leaves questions without an answer for as long as the test wants.
 *
 * @param isHeld - By the URL, in lower case.
 */
export async function startHeldExplorer(
  explorerApi: string,
  rowsOf: Parameters<typeof startHugeExplorer>[1],
  isHeld: (url: string) => boolean,
  changesOf?: Parameters<typeof startHugeExplorer>[2],
) {
  const explorer = await startHugeExplorer(explorerApi, rowsOf, changesOf)
  const asked: string[] = []
  const held = new Set<string>()
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let most = 0
  const server = createServer(async (request, response) => {
    const url = `${request.url}`.toLowerCase()
    asked.push(url)
    if (isHeld(url)) {
      const question = `${asked.length} ${url}`
      held.add(question)
      most = Math.max(most, held.size)
      await Promise.race([released, new Promise((resolve) => response.once('close', resolve))])
      held.delete(question)
    }
    const answer = await fetch(new URL(request.url ?? '/', explorer.url)).catch(() => undefined)
    response.writeHead(answer?.status ?? 502, { 'content-type': 'application/json' })
    response.end(answer && Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // It listens on a port, so its address is not a path.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${new URL(explorer.url).pathname}`,
    /** Every question. */
    asked,
    /** Those that wait for an answer. */
    held: held as ReadonlySet<string>,
    /** How many have waited at a time. */
    get most() {
      return most
    },
    /** Answers, from now on. */
    release: () => release(),
    stop() {
      release()
      server.closeAllConnections()
      server.close()
      explorer.stop()
    },
  }
}
