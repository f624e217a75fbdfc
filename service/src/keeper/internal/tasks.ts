import type { Database } from '../../store/Database.js'
import type { Queries } from '../../store/Store.js'
import { type KeeperRound, write } from './KeeperRound.js'

/** Work that is due at a time. */
export type Task = Database['keeper_tasks']

/** Never due; only a new reason makes it due again. */
export const NEVER = Number.MAX_SAFE_INTEGER

/** Adds tasks; an existing one stays unchanged. */
export async function addTasks(
  tx: Queries,
  tasks: readonly Pick<Task, 'chain_id' | 'kind' | 'subject' | 'due_at'>[],
): Promise<void> {
  if (tasks.length === 0) return
  await tx
    .insertInto('keeper_tasks')
    .values(tasks.map((task) => ({ ...task, tries: 0 })))
    .onConflict((conflict) => conflict.columns(['chain_id', 'kind', 'subject']).doNothing())
    .execute()
}

/** @param chainNow - Unix seconds. */
export async function readDue({ store, chain }: KeeperRound, kind: Task['kind'], chainNow: number): Promise<Task[]> {
  return store.db
    .selectFrom('keeper_tasks')
    .selectAll()
    .where('chain_id', '=', chain.id)
    .where('kind', '=', kind)
    .where('due_at', '<=', chainNow * 1_000)
    .orderBy('due_at')
    .orderBy('subject')
    .limit(maxDue)
    .execute()
}

export async function removeTasks(round: KeeperRound, tasks: readonly Task[]): Promise<void> {
  if (tasks.length === 0) return
  // Not empty, as the line above says.
  const [{ chain_id, kind }] = tasks as [Task]
  await write(round, (tx) =>
    tx
      .deleteFrom('keeper_tasks')
      .where('chain_id', '=', chain_id)
      .where('kind', '=', kind)
      .where(
        'subject',
        'in',
        tasks.map(({ subject }) => subject),
      )
      .execute(),
  )
}

/** @param dueAt - Unix milliseconds of the chain's clock. */
export async function reschedule(round: KeeperRound, task: Task, dueAt: number, tries = 0): Promise<void> {
  await write(round, (tx) =>
    tx
      .updateTable('keeper_tasks')
      .set({ due_at: dueAt, tries })
      .where('chain_id', '=', task.chain_id)
      .where('kind', '=', task.kind)
      .where('subject', '=', task.subject)
      .execute(),
  )
}

/** Tries again later, with growing delays: after ten minutes, and finally once a day. */
export async function postpone(round: KeeperRound, task: Task, chainNow: number): Promise<void> {
  const tries = task.tries + 1
  await reschedule(round, task, chainNow * 1_000 + Math.min(firstPauseMs * 2 ** (tries - 1), lastPauseMs), tries)
}

const maxDue = 500
const firstPauseMs = 600_000
const lastPauseMs = 86_400_000
