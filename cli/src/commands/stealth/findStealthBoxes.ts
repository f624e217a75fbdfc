import { chainIdOf, type LogProgress, type ReadClient, requireDeployment } from '@holdfast/sdk/chain'
import {
  type AnnouncementIndex,
  type DiscoveryProgress,
  discoverStealthBoxes,
  type StealthBox,
  type ViewingKeys,
} from '@holdfast/sdk/stealth'
import type { Context } from '../../command/Context.js'
import { printable } from '../../io/writeText.js'
import { type AnnouncementOrigin, openAnnouncements } from './openAnnouncements.js'

/** Finds the boxes that were announced to these keys, with what the chain proves of each. */
export async function findStealthBoxes(
  context: Context,
  client: ReadClient,
  { keys, origin }: { keys: ViewingKeys; origin?: AnnouncementOrigin },
): Promise<{ found: StealthBox[]; index: AnnouncementIndex }> {
  const { terminal, signal } = context
  const { stealthAnnouncer } = requireDeployment(await chainIdOf(client))
  return terminal.during(reading, async (update) => {
    const onBlocks = ({ fromBlock, completeToBlock, toBlock }: LogProgress) =>
      update(`${reading}: ${shareOf(completeToBlock - fromBlock, toBlock - fromBlock)}`)
    const { index, records } = await openAnnouncements(context, client, {
      ...(origin && { origin }),
      onProgress: onBlocks,
    })
    const onProgress = ({ step, done, total }: DiscoveryProgress) =>
      update(step === 'proofs' ? 'asking what the chain proves' : `looking for yours: ${shareOf(done, total)}`)
    try {
      const search = { index, records, signal, onProgress }
      return { index, found: await discoverStealthBoxes(client, stealthAnnouncer, keys, search) }
    } catch (error) {
      if (signal.aborted) terminal.say('What was read is kept: the same command goes on from there.')
      throw error
    }
  })
}

const reading = 'reading the announcements'

function shareOf(done: number | bigint, total: number | bigint): string {
  return `${total === 0 || total === 0n ? 100 : Math.floor((Number(done) * 100) / Number(total))} %`
}

/** The label of an announcement, in quotes: its announcer wrote it, and it looks like no word of ours. */
export function quoteLabel(label: string): string {
  return `"${printable(label, 40).replaceAll('"', "'")}"`
}
