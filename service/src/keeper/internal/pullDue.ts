import { type BoxPolicy, spendPolicyAccountAbi } from '@holdfast/contracts'
import { NotABoxError } from '@holdfast/sdk/errors'
import { ACTION_PULL, type AccountState, MODE_PULL, readAccount } from '@holdfast/sdk/shield'
import { type Address, encodeFunctionData, getAddress, type Hex, isAddressEqual, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import type { KeeperCosigner } from '../KeeperCosigner.js'
import type { Purpose } from './budgets.js'
import { chainTime, type KeeperRound, write } from './KeeperRound.js'
import { addTasks, NEVER, postpone, readDue, removeTasks, reschedule, type Task } from './tasks.js'

/**
 * Pulls from the boxes that are due: always the amount that their policy names for one pull.
 *
 * @param boxes - Boxes that may be pulled from.
 * @returns Boxes that have paid.
 */
export async function pullDue(
  round: KeeperRound,
  cosigner: KeeperCosigner,
  boxes: readonly Address[],
): Promise<Address[]> {
  const chainId = round.chain.id
  await write(round, (tx) =>
    addTasks(
      tx,
      boxes.map((box) => ({ chain_id: chainId, kind: 'pull', subject: box.toLowerCase(), due_at: 0 })),
    ),
  )
  const wanted = new Set(boxes.map((box) => box.toLowerCase()))
  const chainNow = await chainTime(round)
  const paid: Address[] = []
  const due = await readDue(round, 'pull', chainNow)
  const isWanted = ({ subject }: Task) => wanted.has(subject)
  // The read is limited: tasks of boxes that are no longer wanted would displace others. A box that is wanted again
  // gets a new task.
  await removeTasks(
    round,
    due.filter((task) => !isWanted(task)),
  )
  // A round is limited, so that returns soon have their turn again; the remaining boxes are pulled from in the next
  // one.
  for (const task of due.filter(isWanted).slice(0, mostPulls)) {
    if (round.signal.aborted) break
    const box = getAddress(task.subject)
    const outcome = await pullFrom(round, cosigner, box, { chainNow, isOwn: false })
    if (outcome.kind === 'paid') {
      paid.push(box)
      round.log.info('a box was pulled from', { chain: chainId })
      round.metrics.count('keeper_pulls_total', { chain: String(chainId) })
    }
    if (outcome.kind === 'later') await postpone(round, task, chainNow)
    else await reschedule(round, task, outcome.dueAt)
  }
  return paid
}

/**
 * One pull, if it is due and worth more than its gas.
 *
 * @param isOwn - Whether the box pays the keeper; it then counts against the keeper's own limit.
 * @throws What ends the round: the chain does not answer, a transaction is pending, the day's money is spent.
 */
export async function pullFrom(
  round: KeeperRound,
  cosigner: KeeperCosigner,
  box: Address,
  { chainNow, isOwn }: { chainNow: number; isOwn: boolean },
): Promise<PullOutcome> {
  const { chain, log, outbox, signal } = round
  const plan = await planPull(round, cosigner.address, box, chainNow)
  if (plan.kind !== 'pull') return plan
  const { amount, state, interval, ownerHash, isAgain } = plan
  const { target, nonce, remaining, expiry } = state
  const purpose: Purpose = isOwn ? { kind: 'refill' } : { kind: isAgain ? 'again' : 'pull', ownerHash }
  // Before the co-signer is asked: each of its answers costs work and a stored row.
  const { cost, left } = await outbox.price(pullGas, purpose)
  if (amount <= cost) return { kind: 'later' }
  if (cost > left) {
    log.info('a daily limit of pulls is used up', { chain: chain.id })
    return { kind: 'not_yet', dueAt: nextDay(chainNow) }
  }
  const asked = { account: box, amount, action: ACTION_PULL, chainId: chain.id, now: chainNow } as const
  const answer = await cosigner.authorize({ ...asked, target, nonce, remaining, expiry })
  if (!answer.approved) {
    log.info('a pull was vetoed', { chain: chain.id, code: answer.code })
    return passingVetoes.has(answer.code ?? '')
      ? { kind: 'not_yet', dueAt: chainNow * 1_000 + soonMs }
      : { kind: 'later' }
  }
  const receipt = await outbox.send({ to: box, data: encodePull(amount, answer.signature), value: 0n }, purpose, signal)
  if (receipt?.status === 'success') return { kind: 'paid', dueAt: (chainNow + interval) * 1_000 }
  // Checked again, because the box may have changed in the meantime; a box that cannot pay must not delay the others.
  const again = await planPull(round, cosigner.address, box, await chainTime(round))
  return again.kind === 'pull' ? { kind: 'later' } : again
}

/** Plans what a box would pay now. */
async function planPull(round: KeeperRound, cosigner: Address, box: Address, chainNow: number): Promise<PullPlan> {
  try {
    return planOf(await lookAt(round, box), cosigner, chainNow)
  } catch (error) {
    if (!(error instanceof NotABoxError)) throw error
    return error.reason === 'foreign' ? { kind: 'over', dueAt: NEVER } : { kind: 'later' }
  }
}

const encodePull = (amount: bigint, signature: Hex) =>
  encodeFunctionData({ abi: spendPolicyAccountAbi, functionName: 'pull', args: [amount, signature] })

/** The result for a box. `dueAt` is when to check it again, Unix milliseconds. */
export type PullOutcome =
  | { kind: 'paid' | 'not_yet' | 'over'; dueAt: number }
  /** Not now, for a reason that may pass: an empty box, a veto. */
  | { kind: 'later' }

type PullPlan =
  | PullOutcome
  | {
      kind: 'pull'
      amount: bigint
      state: AccountState
      interval: number
      ownerHash: Hex
      /** It has already paid on this day of the chain. */
      isAgain: boolean
    }

type Look = { state: AccountState; ownerHash: Hex; policy: BoxPolicy; lastPull: number; balance: bigint }

async function lookAt({ chain }: KeeperRound, box: Address): Promise<Look> {
  // First, because the getters of another contract prove nothing.
  const state = await readAccount(chain.client, box)
  const [[ownerHash, policy], lastPull] = await Promise.all([
    readContract(chain.client, { address: box, abi: spendPolicyAccountAbi, functionName: 'policy' }),
    readContract(chain.client, { address: box, abi: spendPolicyAccountAbi, functionName: 'lastPull' }),
  ])
  const balance = await readContract(chain.client, {
    address: policy.token,
    abi: balanceAbi,
    functionName: 'balanceOf',
    args: [box],
  })
  return { state, ownerHash, policy, lastPull, balance }
}

function planOf({ state, ownerHash, policy, lastPull, balance }: Look, cosigner: Address, chainNow: number): PullPlan {
  if (state.mode !== MODE_PULL) return { kind: 'over', dueAt: NEVER }
  if (!isAddressEqual(policy.cosigner, cosigner)) return { kind: 'later' }
  // A box that names no price for a pull is left to its target: a keeper does not guess an amount.
  if (state.remaining === 0n || policy.perPullMax === 0n || chainNow > state.expiry)
    return { kind: 'over', dueAt: NEVER }
  const notBefore = lastPull === 0 ? 0 : lastPull + policy.interval
  if (chainNow < notBefore) return { kind: 'not_yet', dueAt: notBefore * 1_000 }
  const amount = least(state.remaining, policy.perPullMax)
  // A smaller amount would still use up the interval.
  if (balance < amount) return { kind: 'later' }
  const isAgain = dayOf(lastPull) === dayOf(chainNow)
  return { kind: 'pull', amount, state, ownerHash, interval: policy.interval, isAgain }
}

const soonMs = 60_000
/** Gas of a first pull, and a little more. */
const pullGas = 90_000n
const mostPulls = 32
const dayOf = (seconds: number) => Math.floor(seconds / 86_400)
const nextDay = (chainNow: number) => (dayOf(chainNow) + 1) * 86_400_000
/** Vetoes that do not concern the box: a source did not answer. */
const passingVetoes: ReadonlySet<string> = new Set([
  'cosigner_unavailable',
  'cosigner_garbled',
  'risk_unavailable',
  'simulation_unavailable',
])
const least = (a: bigint, b: bigint) => (a < b ? a : b)
const balanceAbi = parseAbi(['function balanceOf(address account) view returns (uint256)'])
