/**
 * A service with a number of announcements, eight of them for one recipient. It is a separate process, so that its
 * work does not count as that of the reader. Run as `announcementEndpoint.ts <announcements>`; prints its URL and the
 * recipient's keys when
 * it listens.
 *
 * Pages of 1,000 in brotli, prepared before the first request, as in the service.
 */
import { createServer } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'
import { PRIMARY_CHAIN_ID } from '@holdfast/sdk/chain'
import { numberToHex } from 'viem'
import { announcementsPerPage, firstAnnouncementBlock, ownAnnouncements } from './announcementSetting.js'
import { makeScene } from './stealth/scene.js'

const { keys, announcements } = makeScene(Number(process.argv[2]), ownAnnouncements)
const lastBlock = firstAnnouncementBlock + announcements.length / announcementsPerPage - 1
const pages = new Map<string, Buffer>()
for (let block = firstAnnouncementBlock; block <= lastBlock; block++) {
  const start = (block - firstAnnouncementBlock) * announcementsPerPage
  const body = {
    chainId: PRIMARY_CHAIN_ID,
    announcements: announcements.slice(start, start + announcementsPerPage).map((announcement, logIndex) => ({
      ...announcement,
      caller: announcement.stealthAddress,
      blockNumber: `${block}`,
      logIndex,
      transactionHash: numberToHex(block * announcementsPerPage + logIndex, { size: 32 }),
    })),
    nextBlock: block === lastBlock ? null : `${block + 1}`,
    completeToBlock: `${block}`,
    complete: true,
  }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
  pages.set(`${block}`, brotliCompressSync(JSON.stringify(body), { params }))
}

const server = createServer((request, response) => {
  const page = pages.get(new URL(request.url ?? '', 'http://service').searchParams.get('fromBlock') ?? '')
  response.writeHead(page ? 200 : 404, {
    'content-type': 'application/json',
    ...(page && { 'content-encoding': 'br' }),
  })
  response.end(page)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null)
    console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}`, keys }))
})
process.on('disconnect', () => process.exit())
