import { AnnouncementIndex, createServiceClient, PRIMARY_CHAIN_ID } from '@holdfast/sdk'
import { primaryChain } from '@holdfast/sdk/chain'
import { scanAnnouncements, type ViewingKeys } from '@holdfast/sdk/stealth'
import { createPublicClient, custom, numberToHex } from 'viem'
import { announcementsPerPage, firstAnnouncementBlock, ownAnnouncements } from '../announcementSetting.js'
import { startEndpoint } from '../startEndpoint.js'
import { prepareLibauth } from '../stealth/peers.js'
import type { RowGroup } from './row.js'

const announcements = 200_000
const forPeer = 4_000

/**
 * Reads all announcements of a chain from the pages of a service and finds one recipient's on two threads. On a busy
 * machine wall time says little: processor time of the single-threaded part counts in full, that of the shared part by
 * half. The peer has the announcements in memory and only recognizes them.
 */
export const measureDiscovery: RowGroup = async () => {
  const libauth = await prepareLibauth()
  const endpoint = await startEndpoint('announcementEndpoint.ts', announcements)
  try {
    const { url, keys } = JSON.parse(endpoint.line) as { url: string; keys: ViewingKeys }
    const index = new AnnouncementIndex({
      client: idleChain(),
      fromBlock: BigInt(firstAnnouncementBlock),
      source: createServiceClient({ baseUrl: url }).announcementPages,
    })
    let list = index.announcements()
    const read = await processorSeconds(async () => {
      await index.sync()
      list = index.announcements()
    })
    let found = 0
    const scanned = await processorSeconds(async () => {
      found = (await scanAnnouncements(keys, list, { workers: 2 })).length
    })
    if (list.length !== announcements || found !== ownAnnouncements)
      throw new Error(`Found ${found} of ${ownAnnouncements} among ${list.length}.`)
    const peer = await processorSeconds(async () => void libauth(keys, list.slice(0, forPeer)))
    return [
      {
        what: 'discovery of 200,000 from service pages, two threads',
        unit: 's',
        baseline: '–',
        goal: 5,
        isProcessorTime: true,
        ours: read + scanned / 2,
        peer: { name: '@bitauth/libauth, recognition alone', value: (peer * announcements) / forPeer / 2 },
      },
    ]
  } finally {
    endpoint.stop()
  }
}

/** A node without further announcements. */
function idleChain() {
  const head = numberToHex(firstAnnouncementBlock + announcements / announcementsPerPage - 1)
  const answers: Record<string, unknown> = {
    eth_chainId: numberToHex(PRIMARY_CHAIN_ID),
    eth_blockNumber: head,
    eth_getLogs: [],
  }
  const request = async ({ method }: { method: string }) => {
    if (!(method in answers)) throw new Error(`The chain does not know ${method}.`)
    return answers[method]
  }
  return createPublicClient({ chain: primaryChain, transport: custom({ request }) })
}

async function processorSeconds(run: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}
