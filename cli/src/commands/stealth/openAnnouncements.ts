import { join } from 'node:path'
import { chainIdOf, type EventStore, type LogProgress, type ReadClient, requireDeployment } from '@holdfast/sdk/chain'
import { AccountOwnerIndex } from '@holdfast/sdk/shield'
import { AnnouncementIndex, type BoxRecords } from '@holdfast/sdk/stealth'
import { getBlock } from 'viem/actions'
import type { Context } from '../../command/Context.js'
import { openService } from '../service/openService.js'
import { createEventStore } from './createEventStore.js'

/** Who is believed about the first, long stretch; what follows is always read from the chain. */
export type AnnouncementOrigin = 'chain' | 'explorer' | 'service'

/**
 * All announcements, and what the factories have recorded: what was read once is kept, and reading continues from there.
 *
 * @throws CommandFailure `no_service` where the service is to be asked and none is set.
 */
export async function openAnnouncements(
  { settings, stateDirectory }: Pick<Context, 'settings' | 'stateDirectory'>,
  client: ReadClient,
  { origin = 'chain', onProgress }: { origin?: AnnouncementOrigin; onProgress?: (progress: LogProgress) => void } = {},
): Promise<{ index: AnnouncementIndex; records: BoxRecords }> {
  const service = origin === 'service' ? openService(settings) : undefined
  const store = await openStore(stateDirectory, client, service === undefined ? origin : new URL(service.baseUrl).host)
  const reading = { client, store, ...(origin === 'explorer' && { explorer: {} }) }
  const source = service?.announcementPages
  return { index: new AnnouncementIndex({ ...reading, source, onProgress }), records: new AccountOwnerIndex(reading) }
}

/**
 * A devnet has the id of a real chain but blocks of its own, so the block of the announcer's tells which chain it is. What
 * a source was believed for is kept apart, or it would be believed permanently.
 */
async function openStore(
  stateDirectory: string,
  client: ReadClient,
  believed: string,
): Promise<EventStore | undefined> {
  const chainId = await chainIdOf(client)
  const { deployBlocks } = requireDeployment(chainId)
  const block = await getBlock(client, { blockNumber: deployBlocks.stealthAnnouncer }).catch(() => undefined)
  if (!block?.hash) return undefined
  const name = [chainId, block.hash.slice(2, 18), believed.replaceAll(/[^\w.]/g, '-')].join('-')
  return createEventStore(join(stateDirectory, 'indexes', name))
}
