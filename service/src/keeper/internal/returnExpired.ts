import { protectedTransferAbi } from '@holdfast/contracts'
import { encodeReclaimBatch, getTransfer, interpretReclaimReceipt, MAX_RECLAIM_BATCH } from '@holdfast/sdk/transfer'
import { type Address, encodeFunctionData } from 'viem'
import { KeeperLimitError } from '../KeeperErrors.js'
import { chainTime, type KeeperRound, wouldSucceed } from './KeeperRound.js'
import { postpone, readDue, removeTasks, reschedule, type Task } from './tasks.js'

/**
 * Returns expired transfers to their senders, the largest first, since the day's budget may run out. One that cannot be
 * returned now, because its sender is blocked, is left for later and costs nothing. One that is worth less than the gas
 * of its return is checked {@link worthlessTries} times and then left to its sender, who may return it at any time.
 *
 * @returns The returned ids, in this order.
 */
export async function returnExpired(round: KeeperRound, from: Address, maxBatch: number): Promise<bigint[]> {
  const chainNow = await chainTime(round)
  const due = await readDue(round, 'return', chainNow)
  if (due.length === 0) return []
  const { cost } = await round.outbox.price(returnGas, { kind: 'return' })
  const found: { task: Task; amount: bigint }[] = []
  for (let at = 0; at < due.length; at += readsAtOnce) {
    const part = due.slice(at, at + readsAtOnce)
    const verdicts = await Promise.all(part.map((task) => judge(round, task, from, chainNow)))
    await removeTasks(
      round,
      part.filter((task, index) => {
        const verdict = verdicts[index]
        const isWorthless = typeof verdict === 'bigint' && verdict <= cost
        return verdict === 'settled' || (isWorthless && task.tries >= worthlessTries)
      }),
    )
    for (const [index, task] of part.entries()) {
      const verdict = verdicts[index]
      if (typeof verdict === 'bigint' && verdict > cost) found.push({ task, amount: verdict })
      else if (typeof verdict === 'number') await reschedule(round, task, verdict)
      // A removed task cannot be postponed.
      else if (verdict !== 'settled') await postpone(round, task, chainNow)
    }
  }
  const ready = found.sort((one, other) => Number(other.amount - one.amount)).map(({ task }) => task)
  const returned: bigint[] = []
  let size = Math.min(maxBatch, MAX_RECLAIM_BATCH)
  while (ready.length > 0 && !round.signal.aborted) {
    const batch = ready.slice(0, size)
    try {
      returned.push(...(await returnBatch(round, batch, chainNow)))
      ready.splice(0, batch.length)
    } catch (error) {
      if (!(error instanceof KeeperLimitError)) throw error
      // A smaller batch may fit into what is left of the day.
      size = Math.floor(batch.length / 2)
      if (size === 0) throw error
    }
  }
  return returned
}

/** @returns The returned ids. */
async function returnBatch(round: KeeperRound, batch: readonly Task[], chainNow: number): Promise<readonly bigint[]> {
  const { chain, outbox, log, metrics, signal } = round
  const to = chain.deployment.transferContract
  const ids = batch.map(({ subject }) => BigInt(subject))
  const { data, minGas } = encodeReclaimBatch(ids)
  const receipt = await outbox.send({ to, data, value: 0n }, { kind: 'return' }, signal, minGas)
  const { reclaimed, skipped } = interpretReclaimReceipt(receipt?.logs ?? [], to, ids)
  const isDone = ({ subject }: Task) => reclaimed.includes(BigInt(subject))
  await removeTasks(round, batch.filter(isDone))
  for (const task of batch) if (!isDone(task)) await postpone(round, task, chainNow)
  if (receipt) log.info('transfers were returned', { returned: reclaimed.length, skipped: skipped.length })
  metrics.count('keeper_reclaims_total', { chain: String(chain.id) }, reclaimed.length)
  return reclaimed
}

/** @returns The amount (a bigint) when it can be returned; when it is due later, that time in Unix milliseconds (a number). */
async function judge(
  round: KeeperRound,
  { subject }: Task,
  from: Address,
  chainNow: number,
): Promise<bigint | 'refused' | 'settled' | number> {
  const { chain } = round
  const { status, deadline, amount } = await getTransfer({ publicClient: chain.client }, BigInt(subject))
  if (status !== 'PENDING' && status !== 'LOCKED') return 'settled'
  if (deadline.getTime() >= chainNow * 1_000) return deadline.getTime() + 1_000
  const data = encodeFunctionData({
    abi: protectedTransferAbi,
    functionName: 'reclaimExpired',
    args: [BigInt(subject)],
  })
  return (await wouldSucceed(round, { from, to: chain.deployment.transferContract, data })) ? amount : 'refused'
}

const readsAtOnce = 16
/** Gas of a return in a batch, and a little more. */
const returnGas = 40_000n
const worthlessTries = 3
