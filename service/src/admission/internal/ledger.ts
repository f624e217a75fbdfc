import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../store/Store.js'

/** One ledger counts units, the other money; both by day and scope. */
export type LedgerTable = 'quotas' | 'spending'

/**
 * Holds of one day, decided in memory and written once for many requests.
 *
 * Only for a transaction beside which no other admission runs: the amounts it has read can then only shrink, and the
 * condition on writing detects it if they have not.
 */
export type Ledger = {
  /** The first hold that does not fit, or `undefined` when all fit. */
  find: (holds: readonly Hold[]) => Hold | undefined
  hold: (holds: readonly Hold[]) => void
  /** @throws {@link LedgerMovedError} when it no longer fits. */
  write: () => Promise<void>
}

/** An amount of a scope, and the scope's limit for the day. */
export type Hold = { scope: string; amount: number; limit: number }

/** The decisions would exceed a limit. The transaction must be tried again. */
export class LedgerMovedError extends Error {
  override name = 'LedgerMovedError' as const
}

export async function readLedger(
  tx: Queries,
  table: LedgerTable,
  day: number,
  scopes: ReadonlySet<string>,
): Promise<Ledger> {
  const settled = settledColumns[table]
  const { rows } = await sql<{ scope: string; taken: number }>`
    select scope, ${sql.ref(settled)} + held as taken from ${sql.table(table)}
    where day = ${day} and scope in (${sql.join([...scopes])})`.execute(tx)
  const taken = new Map(rows.map((row) => [row.scope, row.taken]))
  const added = new Map<string, Hold>()
  return {
    find: (holds) => holds.find(({ scope, amount, limit }) => (taken.get(scope) ?? 0) + amount > limit),
    hold(holds) {
      for (const hold of holds) {
        taken.set(hold.scope, (taken.get(hold.scope) ?? 0) + hold.amount)
        added.set(hold.scope, { ...hold, amount: hold.amount + (added.get(hold.scope)?.amount ?? 0) })
      }
    },
    async write() {
      const holds = [...added.values()].filter((hold) => hold.amount > 0).sort(byScope)
      if (holds.length === 0) return
      const written = await sql`
        insert into ${sql.table(table)} (day, scope, ${sql.ref(settled)}, held)
        values ${sql.join(holds.map((hold) => sql`(${day}, ${hold.scope}, 0, ${hold.amount})`))}
        on conflict (day, scope) do update set held = ${sql.ref(`${table}.held`)} + excluded.held
        where ${sql.ref(`${table}.${settled}`)} + ${sql.ref(`${table}.held`)} + excluded.held <= ${limitOf(holds)}
        returning scope`.execute(tx)
      if (written.rows.length !== holds.length) throw new LedgerMovedError(`A limit of ${table} is reached.`)
    },
  }
}

/** Ends a hold in every scope it was taken from. */
export async function release(
  tx: Queries,
  table: LedgerTable,
  day: number,
  scopes: readonly string[],
  amounts: { held: number; settled: number },
): Promise<void> {
  const settled = settledColumns[table]
  // In the order in which holds are written: two transactions then never deadlock.
  const rows = [...scopes].sort().map((scope) => sql`(${day}, ${scope}, ${amounts.settled}, 0)`)
  await sql`
    insert into ${sql.table(table)} (day, scope, ${sql.ref(settled)}, held) values ${sql.join(rows)}
    on conflict (day, scope) do update set
      held = ${sql.ref(`${table}.held`)} - ${amounts.held},
      ${sql.ref(settled)} = ${sql.ref(`${table}.${settled}`)} + excluded.${sql.ref(settled)}`.execute(tx)
}

const settledColumns = { quotas: 'used', spending: 'spent' } as const

const byScope = (a: Hold, b: Hold) => (a.scope < b.scope ? -1 : 1)

/** There are few kinds of scopes, so few limits, even when a statement writes many scopes. */
function limitOf(holds: readonly Hold[]): RawBuilder<number> {
  const limits = new Map(holds.map((hold) => [prefixOf(hold.scope), hold.limit]))
  const cases = [...limits].map(
    ([prefix, limit]) => sql`when excluded.scope like ${`${prefix}%`} then ${sql.lit(limit)}`,
  )
  return sql`case ${sql.join(cases, sql` `)} end`
}

const prefixOf = (scope: string) => scope.slice(0, scope.indexOf(':') + 1) || scope
