import type { Address } from 'viem'
import type { ReadClient } from '../../chain/clients.js'
import { MAX_LOG_RANGE } from '../../chain/constants.js'
import {
  type EventIndexSource,
  type StoredEvent,
  type StoredEventPage,
  toStoredEvent,
} from '../../chain/logs/eventIndex.js'
import { readLogs } from '../../chain/logs/readLogs.js'
import type { ReadLogsOptions } from '../../chain/logs/streamLogs.js'
import { decodeVerifiedRecipients, encodeVerifiedRecipients } from '../../wire/verifiedRecipients.js'
import type { SettledRecipient } from '../history/SenderHistory.js'
import type { VerifiedRecipientSource } from '../verifiedRecipientSource.js'

/** A recipient, and whose. */
export type Verified = { sender: Address; recipient: SettledRecipient }

/**
 * The events that a source knows of from a block on, as the chain has them. The source says no more than where to look: it
 * cannot make a recipient up, nor say when.
 *
 * @returns `undefined` where the source says it is not complete, or the blocks it names hold other events.
 * @throws What the source throws; `WireFormatError` where its list is malformed; `LogsIncompleteError`.
 */
export async function readRecipientSource(
  source: VerifiedRecipientSource,
  { client, chainId, senders, address, topics, fromBlock, decode }: RecipientScope,
  { signal, range, concurrency, retry, requestTimeoutMs }: ReadLogsOptions & { signal: AbortSignal },
): Promise<StoredEventPage | undefined> {
  const ask = async (sender: Address) => {
    const list = encodeVerifiedRecipients(await source({ sender, chainId }, { signal }))
    return decodeVerifiedRecipients(list, { chainId, sender })
  }
  const lists = await Promise.all(senders.map(ask))
  if (!lists.every(({ complete }) => complete)) return undefined

  const toBlock = Math.min(...lists.map(({ completeToBlock }) => Number(completeToBlock)))
  const named = lists
    .flatMap(({ sender, recipients }) => recipients.map((recipient) => ({ sender, recipient })))
    .filter(({ recipient: { blockNumber } }) => blockNumber >= fromBlock && blockNumber <= toBlock)
  const runs = runsOf(named.map(({ recipient }) => recipient.blockNumber))
  const read = (run: { fromBlock: bigint; toBlock: bigint }) =>
    readLogs<StoredEvent>(
      client,
      { ...run, address, topics, decode: toStoredEvent },
      { signal, range, concurrency, retry, requestTimeoutMs, headBlock: run.toBlock },
    )
  const events: StoredEvent[] = []
  for (let start = 0; start < runs.length; start += runsAtOnce) {
    const answers = await Promise.all(runs.slice(start, start + runsAtOnce).map(read))
    for (const { logs } of answers) events.push(...logs)
  }

  const places = new Set(named.map(placeOf))
  const isNamed = (event: StoredEvent) => places.delete(placeOf(decode(event)))
  if (!events.every(isNamed) || places.size > 0) return undefined
  return { fromBlock: Number(fromBlock), toBlock, events }
}

/** What to ask a source for, and what to look for on the chain. */
type RecipientScope = EventIndexSource<Verified> & { client: ReadClient; chainId: number; senders: readonly Address[] }

const runsAtOnce = 8

/** Runs of blocks that hold all of these, as long as a query: together never more than reading everything takes. */
function runsOf(blocks: readonly bigint[]): { fromBlock: bigint; toBlock: bigint }[] {
  const runs: { fromBlock: bigint; toBlock: bigint }[] = []
  for (const block of [...blocks].sort((a, b) => (a < b ? -1 : 1))) {
    const last = runs.at(-1)
    if (last !== undefined && block - last.fromBlock < MAX_LOG_RANGE) last.toBlock = block
    else runs.push({ fromBlock: block, toBlock: block })
  }
  return runs
}

type Place = { sender: Address; recipient: Pick<SettledRecipient, 'address' | 'blockNumber'> }

function placeOf(place: Place | undefined): string {
  return `${place?.sender}:${place?.recipient.address}:${place?.recipient.blockNumber}`
}
