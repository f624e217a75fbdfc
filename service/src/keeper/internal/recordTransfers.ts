import { protectedTransferAbi } from '@holdfast/contracts'
import { eventDecoder, type ReadClient, streamLogs } from '@holdfast/sdk/chain'
import { encodeEventTopics } from 'viem'
import { BlockMissingError, findFork } from '../../indexes/findFork.js'
import { type Header, readHeader } from '../../indexes/headers.js'
import { readSeen, writeSeen } from '../../indexes/seenBlocks.js'
import { LeaseLostError } from '../../store/StoreErrors.js'
import { type KeeperRound, write } from './KeeperRound.js'
import { addTasks } from './tasks.js'

/**
 * Records the transfers that were made since the last time, due in the second after their deadline. The cursor moves in
 * the same transaction, so that none is left out after a crash. Like an index, it records block hashes: after a
 * reorganisation it reads again from the last block that is still on the chain.
 *
 * All are read from one endpoint, the first that answers: the head of one endpoint proves nothing about another's
 * events.
 */
export async function recordTransfers(round: KeeperRound): Promise<void> {
  let failure: unknown
  for (const client of round.chain.endpoints) {
    try {
      return await recordFrom(round, client)
    } catch (error) {
      if (error instanceof LeaseLostError || round.signal.aborted) throw error
      failure = error
    }
  }
  throw failure
}

async function recordFrom(round: KeeperRound, client: ReadClient): Promise<void> {
  const { chain, store, now, signal } = round
  const { transferContract: address, deployBlocks, reorgDepthBlocks } = chain.deployment
  const name = `keeper:${chain.id}:${address.toLowerCase()}`
  const known = await store.db.selectFrom('cursors').select('next_block').where('name', '=', name).executeTakeFirst()
  // Read before the logs, which then reach at least to this block.
  const head = await readHeader(client, 'latest')
  if (head === undefined) throw new Error('The chain has no newest block.')
  const fork = await forkOf(round, client, head, name)
  const first = Number(deployBlocks.transfer)
  const next = Math.max(first, Math.min(known?.next_block ?? first, fork?.from ?? Number.MAX_SAFE_INTEGER))
  const fromBlock = BigInt(next)
  const query = {
    address,
    topics: encodeEventTopics({ abi: protectedTransferAbi, eventName: 'TransferCreated' }),
    fromBlock,
    decode: eventDecoder(protectedTransferAbi, 'TransferCreated'),
  }
  for await (const { logs, toBlock } of streamLogs(client, query, { signal, allowLag: true })) {
    // The newest blocks are read again: they may change, and an endpoint that is behind returns no logs for them.
    const next = Math.max(Number(fromBlock), Number(toBlock) + 1 - Math.max(reorgDepthBlocks ?? 0, rereadBlocks))
    const row = { next_block: next, reached_head: 0, updated_at: now() }
    await write(round, async (tx) => {
      if (fork) await tx.deleteFrom('blocks').where('name', '=', name).where('number', '>=', fork.from).execute()
      if (Number(toBlock) >= head.number) await writeSeen(tx, name, [{ number: head.number, hash: head.hash }])
      for (let at = 0; at < logs.length; at += chunkSize)
        await addTasks(
          tx,
          logs.slice(at, at + chunkSize).map(({ transferId, deadline }) => ({
            chain_id: chain.id,
            kind: 'return' as const,
            subject: String(transferId),
            due_at: (Number(deadline) + 1) * 1_000,
          })),
        )
      await tx
        .insertInto('cursors')
        .values({ name, ...row })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute()
    })
  }
}

/** The first block that was replaced since it was read; `undefined` when none was. */
async function forkOf(
  { chain, store, log }: KeeperRound,
  client: ReadClient,
  head: Header,
  name: string,
): Promise<{ from: number } | undefined> {
  try {
    const fork = await findFork(client, head, await readSeen(store.db, name))
    if (fork === undefined) return undefined
    const from = fork.shared === undefined ? 0 : fork.shared.number + 1
    log.warn('the chain was reorganised', { chain: chain.id, from })
    return { from }
  } catch (error) {
    // An endpoint without old blocks cannot tell; the contract is asked about each transfer before it is returned.
    if (error instanceof BlockMissingError) return undefined
    throw error
  }
}

const chunkSize = 500
const rereadBlocks = 64
