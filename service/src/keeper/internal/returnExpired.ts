import { protectedTransferAbi } from '@holdfast/contracts'
import { getTransfer, MAX_RECLAIM_BATCH, reclaimExpiredBatch } from '@holdfast/sdk/transfer'
import { type Address, encodeFunctionData } from 'viem'
import { chainTime, type Desk, wouldSucceed } from './Desk.js'
import type { Purse } from './Purse.js'
import { drop, putOff, readDue, setDue, type Task } from './tasks.js'

/**
 * Sends the transfers whose time is over back to their senders. One that cannot be returned now, because its sender is
 * blocked, is left for later and costs nothing.
 *
 * @returns Ids that were returned, in this order.
 */
export async function returnExpired(desk: Desk, purse: Purse, from: Address, maxBatch: number): Promise<bigint[]> {
  const chainNow = await chainTime(desk)
  const due = await readDue(desk, 'return', chainNow)
  const ready: Task[] = []
  for (let at = 0; at < due.length; at += READS) {
    const part = due.slice(at, at + READS)
    const verdicts = await Promise.all(part.map((task) => judge(desk, task, from, chainNow)))
    await drop(
      desk,
      part.filter((_, index) => verdicts[index] === 'settled'),
    )
    for (const [index, task] of part.entries()) {
      const verdict = verdicts[index]
      if (verdict === 'ready') ready.push(task)
      else if (verdict === 'refused') await putOff(desk, task, chainNow)
      else if (typeof verdict === 'number') await setDue(desk, task, verdict)
    }
  }
  const returned: bigint[] = []
  let size = Math.min(maxBatch, MAX_RECLAIM_BATCH)
  while (ready.length > 0 && size > 0 && !desk.signal.aborted) {
    const batch = ready.slice(0, size)
    try {
      const ids = batch.map(({ subject }) => BigInt(subject))
      const { signal } = desk
      const { reclaimed, skipped } = await reclaimExpiredBatch(purse.clients, ids, { timeoutMs: CONFIRM_MS, signal })
      ready.splice(0, batch.length)
      const isDone = ({ subject }: Task) => reclaimed.includes(BigInt(subject))
      await drop(desk, batch.filter(isDone))
      for (const task of batch) if (!isDone(task)) await putOff(desk, task, chainNow)
      returned.push(...reclaimed)
      desk.log.info('transfers were returned', { returned: reclaimed.length, skipped: skipped.length })
      desk.metrics.count('keeper_reclaims_total', { chain: String(desk.chain.id) }, reclaimed.length)
      if (!(await purse.settle())) break
    } catch (error) {
      if (purse.refusal?.name !== 'KeeperLimitError') throw error
      // Fewer may fit into what is left of the day.
      size = Math.floor(Math.min(size, batch.length) / 2)
      if (size === 0) throw purse.refusal
    }
  }
  return returned
}

/** @returns A number where it is due later: Unix milliseconds. */
async function judge(
  desk: Desk,
  { subject }: Task,
  from: Address,
  chainNow: number,
): Promise<'ready' | 'refused' | 'settled' | number> {
  const { chain } = desk
  const { status, deadline } = await getTransfer({ publicClient: chain.client }, BigInt(subject))
  if (status !== 'PENDING' && status !== 'LOCKED') return 'settled'
  if (deadline.getTime() >= chainNow * 1_000) return deadline.getTime() + 1_000
  const data = encodeFunctionData({
    abi: protectedTransferAbi,
    functionName: 'reclaimExpired',
    args: [BigInt(subject)],
  })
  return (await wouldSucceed(desk, { from, to: chain.deployment.transferContract, data })) ? 'ready' : 'refused'
}

const READS = 16
const CONFIRM_MS = 30_000
