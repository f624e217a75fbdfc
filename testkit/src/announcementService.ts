import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnnouncementSource, IndexedAnnouncement } from '@holdfast/sdk/stealth'
import type { AnnouncementPage } from '@holdfast/sdk/wire'

/** `GET /api/announcements` with the service's answers, on loopback, and a way to change its pages. */
export type AnnouncementService = {
  source: AnnouncementSource
  /** First blocks of the requested pages. */
  requests: bigint[]
  /** Changes each page before it is sent; null answers with HTTP 500. */
  spoil: (change: ((page: AnnouncementPage) => unknown) | null | undefined) => void
  stop: () => Promise<void>
}

export async function startAnnouncementService(
  chainId: number,
  known: () => { announcements: readonly IndexedAnnouncement[]; completeToBlock: bigint },
  limit: number,
): Promise<AnnouncementService> {
  const requests: bigint[] = []
  let change: ((page: AnnouncementPage) => unknown) | null | undefined
  const server = createServer((request, response) => {
    const fromBlock = BigInt(new URL(request.url ?? '', 'http://host').searchParams.get('fromBlock') ?? '0')
    requests.push(fromBlock)
    response.writeHead(change === null ? 500 : 200, { 'content-type': 'application/json' })
    const page = pageOf(fromBlock)
    response.end(JSON.stringify(change ? change(page) : page))
  })

  function pageOf(fromBlock: bigint): AnnouncementPage {
    const { announcements, completeToBlock } = known()
    const rest = announcements.filter(({ blockNumber }) => blockNumber >= fromBlock)
    // A page ends with the block in which the limit is reached.
    const last = rest[limit - 1]?.blockNumber ?? completeToBlock
    const isLast = last >= completeToBlock || rest.length < limit
    const end = isLast ? completeToBlock : last
    return {
      chainId,
      announcements: rest
        .filter(({ blockNumber }) => blockNumber <= end)
        .map((one) => ({ ...one, blockNumber: `${one.blockNumber}` })),
      nextBlock: isLast ? null : `${end + 1n}`,
      completeToBlock: `${end}`,
      complete: true,
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/announcements`
  return {
    requests,
    spoil: (next) => {
      change = next
    },
    async *source(fromBlock, { signal }) {
      for (let next: string | null = `${fromBlock}`; next !== null; ) {
        const response: Response = await fetch(`${url}?fromBlock=${next}`, { signal })
        if (!response.ok) throw new Error(`HTTP ${response.status}`)
        const page = (await response.json()) as AnnouncementPage
        yield page
        next = page.nextBlock
      }
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
