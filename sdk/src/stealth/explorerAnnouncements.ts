import type { Address } from 'viem'
import { parseAddress } from '../chain/address.js'
import { connect } from '../chain/explorerApi/connect.js'
import { explorerLogs } from '../chain/explorerApi/explorerLogs.js'
import type { ExplorerOptions } from '../chain/explorerApi/options.js'
import { announcementTopics, decodeAnnouncement } from './internal/announcementLog.js'
import type { IndexedAnnouncement } from './types.js'

/**
 * Reads all stealth announcements through a chain's explorer. {@link AnnouncementIndex} reads the same from
 * the chain, and can take the first, long range of blocks from an explorer.
 *
 * Ask `explorerUsable` first: a lagging explorer gives a list that ends early, and an explorer that omits announcements
 * cannot be detected.
 *
 * @returns In chain order. None is missing up to `completeToBlock`; `complete` is true where that is all that was asked for.
 *   Addresses and bytes are in lower case.
 * @throws `DataUnavailableError` when the explorer does not answer or its answer is malformed; `InvalidInputError`,
 *   `InvalidAddressError`, `UnknownChainError`, and the reason of `signal`.
 * @example
 * const { announcements, completeToBlock } = await explorerAnnouncements({ client: publicClient })
 */
export async function explorerAnnouncements({
  announcer,
  fromBlock,
  toBlock,
  ...options
}: explorerAnnouncements.Options = {}): Promise<explorerAnnouncements.ReturnType> {
  const given = announcer && parseAddress('announcer', announcer)
  const { stealthAnnouncer, deployBlocks } = connect(options).chain
  const address = given ?? stealthAnnouncer
  const { logs, completeToBlock, complete } = await explorerLogs(
    { address, topics: announcementTopics, fromBlock: fromBlock ?? deployBlocks.stealthAnnouncer, toBlock },
    options,
  )
  return { announcements: logs.flatMap((log) => decodeAnnouncement(log, address) ?? []), completeToBlock, complete }
}

export declare namespace explorerAnnouncements {
  type Options = ExplorerOptions & {
    /** @default the registry's announcer of the chain */
    announcer?: Address | undefined
    /** @default deploy block of the announcer */
    fromBlock?: bigint | undefined
    /** @default ten blocks before the explorer's newest */
    toBlock?: bigint | undefined
  }

  type ReturnType = { announcements: IndexedAnnouncement[]; completeToBlock: bigint; complete: boolean }
}
