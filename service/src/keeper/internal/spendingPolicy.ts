import { sql } from 'kysely'
import { toUnits } from '../../sender/money.js'
import type { JobEnd, SenderPolicy, TransactionRow } from '../../sender/SenderPolicy.js'
import type { Queries, Store } from '../../store/Store.js'
import { KeeperLimitError } from '../KeeperErrors.js'

/**
 * The keeper's daily limit: the most that a transaction can cost is reserved when its bytes are stored, and released, less
 * what it has cost, when it ends. Each day of UTC and each chain has a limit of its own.
 */
export function spendingPolicy(options: spendingPolicy.Options): Omit<SenderPolicy, 'observe'> {
  const { store, chainId, dailyLimit, now, onEnd } = options
  const scope = `keeper:${chainId}`

  async function reserve(tx: Queries, row: TransactionRow): Promise<KeeperLimitError | undefined> {
    const cost = costOf(row)
    const reserved =
      cost <= dailyLimit &&
      (await tx
        .insertInto('spending')
        .values({ day: dayOf(row.created_at), scope, spent: 0, held: Number(cost) })
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'scope'])
            .doUpdateSet((eb) => ({ held: eb('spending.held', '+', Number(cost)) }))
            .where(sql<boolean>`spending.spent + spending.held <= ${Number(dailyLimit - cost)}`),
        )
        .returning('held')
        .executeTakeFirst())
    return reserved ? undefined : new KeeperLimitError(cost, dailyLimit)
  }

  async function add(tx: Queries, { created_at }: TransactionRow, held: bigint, spent: bigint): Promise<void> {
    await tx
      .updateTable('spending')
      .set((eb) => ({ held: eb('held', '+', Number(held)), spent: eb('spent', '+', Number(spent)) }))
      .where('day', '=', dayOf(created_at))
      .where('scope', '=', scope)
      .execute()
  }

  return {
    reserve,
    async recordEnded(tx, { rows, mined }) {
      for (const row of rows) await add(tx, row, -costOf(row), 0n)
      if (mined) await add(tx, mined.row, 0n, mined.spent)
    },
    async readBudget() {
      const today = await store.db
        .selectFrom('spending')
        .selectAll()
        .where('day', '=', dayOf(now()))
        .where('scope', '=', scope)
        .executeTakeFirst()
      const left = dailyLimit - BigInt((today?.spent ?? 0) + (today?.held ?? 0))
      return left > 0n ? left : 0n
    },
    async settle(jobId, end) {
      onEnd(jobId, end)
    },
    // What is to be done is read from the chain in every round, so no job outlives its process.
    recordSent: async () => {},
    findUnsettled: async () => [],
    recover: async () => {},
  }
}

export declare namespace spendingPolicy {
  type Options = {
    store: Store
    chainId: number
    /** USDC base units. */
    dailyLimit: bigint
    /** Unix milliseconds. */
    now: () => number
    /** A job of this process has ended. */
    onEnd: (jobId: string, end: JobEnd) => void
  }
}

const costOf = ({ gas, max_fee_wei }: TransactionRow) => toUnits(BigInt(gas) * BigInt(max_fee_wei), 'up')
const dayOf = (time: number) => Math.floor(time / 86_400_000)
