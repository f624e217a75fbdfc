import { PRIMARY_CHAIN_ID } from '../../chain/constants.js'
import { InvalidInputError } from '../../errors/input.js'
import { textOf } from '../../errors/textOf.js'
import {
  type AnnouncementPage,
  type AnnouncementPageBody,
  decodeAnnouncementPage,
} from '../../wire/announcementPage.js'
import { keepDecoded } from '../../wire/decodedPages.js'
import { ask, type ServiceCallOptions } from './ask.js'
import { assertChainId } from './assertChainId.js'
import type { Connection } from './Connection.js'

/** Which page. */
export type AnnouncementsParameters = {
  /** @default deploy block of the announcer */
  fromBlock?: bigint | undefined
  /** @default PRIMARY_CHAIN_ID */
  chainId?: number | undefined
  /** Announcements after which a page ends with the block it is in: 1 to 1000.
   * @default 1000 */
  limit?: number | undefined
}

/** How pages are read one after the other. */
export type AnnouncementPagesOptions = ServiceCallOptions & Omit<AnnouncementsParameters, 'fromBlock'>

export async function announcements(
  connection: Connection,
  parameters: AnnouncementsParameters = {},
  options?: ServiceCallOptions,
): Promise<AnnouncementPageBody> {
  return (await readPage(connection, parameters, options)).read
}

/** Each page as JSON, which has been read: what an index takes as its source. */
export async function* announcementPages(
  connection: Connection,
  fromBlock: bigint | undefined,
  { chainId, limit, ...options }: AnnouncementPagesOptions = {},
): AsyncGenerator<AnnouncementPage, void, undefined> {
  for (let next: bigint | null | undefined = fromBlock; next !== null; ) {
    const { page, read } = await readPage(connection, { fromBlock: next, chainId, limit }, options)
    keepDecoded(page, { chainId: chainId ?? PRIMARY_CHAIN_ID, fromBlock: next ?? 0n }, read)
    yield page
    next = read.nextBlock
  }
}

async function readPage(
  connection: Connection,
  { fromBlock, chainId = PRIMARY_CHAIN_ID, limit }: AnnouncementsParameters,
  options: ServiceCallOptions | undefined,
): Promise<{ page: AnnouncementPage; read: AnnouncementPageBody }> {
  assertChainId(chainId)
  if (fromBlock !== undefined && (typeof fromBlock !== 'bigint' || fromBlock < 0n))
    throw new InvalidInputError('fromBlock', `The \`fromBlock\` ${textOf(fromBlock)} is not a block number.`)
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= 1_000))
    throw new InvalidInputError('limit', `The \`limit\` ${textOf(limit)} is not between 1 and 1000.`)
  return ask(
    connection,
    {
      attempted: 'reading announcements',
      path: '/api/announcements',
      query: { fromBlock: fromBlock?.toString(), chainId: String(chainId), limit: limit?.toString() },
      decode: (body) => ({
        // The decoder below refuses any other.
        page: body as AnnouncementPage,
        read: decodeAnnouncementPage(body, { chainId, fromBlock: fromBlock ?? 0n }),
      }),
      maxResponseBytes: 32 * 2 ** 20,
      timeoutMs: 30_000,
      tryMs: 15_000,
    },
    options,
  )
}
