import { sql } from 'kysely'
import { max, min } from '../../sender/fees.js'
import { toUnits } from '../../sender/money.js'
import type { JobEnd, SenderPolicy, TransactionRow } from '../../sender/SenderPolicy.js'
import type { Queries, Store } from '../../store/Store.js'
import { KeeperLimitError } from '../KeeperErrors.js'
import { budgetsOf } from './budgets.js'

/**
 * The keeper's daily limits: the highest cost of a transaction is reserved when its bytes are stored; when it ends, its
 * actual cost is charged and the rest released. Each UTC day and each chain has its own limits.
 */
export function spendingPolicy(options: spendingPolicy.Options): Omit<SenderPolicy, 'observe'> & SpendingBudget {
  const { store, chainId, dailyLimit, pullLimit = dailyLimit, now, onEnd } = options
  const budgets = (jobId: string | null) => budgetsOf(jobId, { chainId, dailyLimit, pullLimit })

  async function reserve(tx: Queries, row: TransactionRow): Promise<KeeperLimitError | undefined> {
    const cost = costOf(row)
    for (const { scope, limit } of budgets(row.operation_id)) {
      const reserved =
        cost <= limit &&
        (await tx
          .insertInto('spending')
          .values({ day: dayOf(row.created_at), scope, spent: 0, held: Number(cost) })
          .onConflict((conflict) =>
            conflict
              .columns(['day', 'scope'])
              .doUpdateSet((eb) => ({ held: eb('spending.held', '+', Number(cost)) }))
              .where(sql<boolean>`spending.spent + spending.held <= ${Number(limit - cost)}`),
          )
          .returning('held')
          .executeTakeFirst())
      // The reservation is undone with the transaction that is not stored.
      if (!reserved) return new KeeperLimitError(cost, limit)
    }
    return undefined
  }

  async function add(tx: Queries, row: TransactionRow, held: bigint, spent: bigint): Promise<void> {
    await tx
      .updateTable('spending')
      .set((eb) => ({ held: eb('held', '+', Number(held)), spent: eb('spent', '+', Number(spent)) }))
      .where('day', '=', dayOf(row.created_at))
      .where(
        'scope',
        'in',
        budgets(row.operation_id).map(({ scope }) => scope),
      )
      .execute()
  }

  async function readBudget(jobId: string): Promise<bigint> {
    const limits = budgets(jobId)
    const today = await store.db
      .selectFrom('spending')
      .select(['scope', 'spent', 'held'])
      .where('day', '=', dayOf(now()))
      .where(
        'scope',
        'in',
        limits.map(({ scope }) => scope),
      )
      .execute()
    const used = new Map(today.map(({ scope, spent, held }) => [scope, BigInt(spent + held)]))
    const left = limits.map(({ scope, limit }) => limit - (used.get(scope) ?? 0n))
    return max(0n, left.reduce(min))
  }

  return {
    reserve,
    async recordEnded(tx, { rows, mined }) {
      for (const row of rows) await add(tx, row, -costOf(row), 0n)
      if (mined) await add(tx, mined.row, 0n, mined.spent)
    },
    readBudget,
    async settle(jobId, end) {
      onEnd(jobId, end)
    },
    // The work is read from the chain in every round, so no job outlives its process.
    recordSent: async () => {},
    findUnsettled: async () => [],
    recover: async () => {},
  }
}

export declare namespace spendingPolicy {
  type Options = {
    store: Store
    chainId: number
    /** Of returns, USDC base units. */
    dailyLimit: bigint
    /** Of pulls. @default `dailyLimit` */
    pullLimit?: bigint | undefined
    /** Unix milliseconds. */
    now: () => number
    /** Called when a job of this process has ended. */
    onEnd: (jobId: string, end: JobEnd) => void
  }
}

/** The remaining budget of a day. */
export type SpendingBudget = {
  /** USDC base units that a job may still cost. */
  readBudget: (jobId: string) => Promise<bigint>
}

const costOf = ({ gas, max_fee_wei }: TransactionRow) => toUnits(BigInt(gas) * BigInt(max_fee_wei), 'up')
const dayOf = (time: number) => Math.floor(time / 86_400_000)
