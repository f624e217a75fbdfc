import { protectedTransferAbi } from '@holdfast/contracts'
import { eventDecoder, type ReadClient, streamLogs } from '@holdfast/sdk/chain'
import { encodeEventTopics } from 'viem'
import { LeaseLostError } from '../../store/StoreErrors.js'
import { type KeeperRound, write } from './KeeperRound.js'
import { addTasks } from './tasks.js'

/**
 * Notes the transfers that were made since the last time, for the second after their deadline. The cursor moves together
 * with them, so none is left out, whatever happens in between.
 *
 * They are asked of one endpoint, the first that answers: what one says of its head says nothing of another's events.
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
  const fromBlock = known ? BigInt(known.next_block) : deployBlocks.transfer
  const query = {
    address,
    topics: encodeEventTopics({ abi: protectedTransferAbi, eventName: 'TransferCreated' }),
    fromBlock,
    decode: eventDecoder(protectedTransferAbi, 'TransferCreated'),
  }
  for await (const { logs, toBlock } of streamLogs(client, query, { signal, allowLag: true })) {
    // The youngest blocks are read again: they may change, and an endpoint that is behind says that they are empty.
    const next = Math.max(Number(fromBlock), Number(toBlock) + 1 - Math.max(reorgDepthBlocks ?? 0, rereadBlocks))
    const row = { next_block: next, reached_head: 0, updated_at: now() }
    await write(round, async (tx) => {
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

const chunkSize = 500
const rereadBlocks = 64
