import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** One index for each kind of row that is deleted by age, so that no step reads the rows that are kept. */
export const prunes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('operations_by_end').on('operations').columns(['state', 'kind', 'updated_at']).execute()
    await db.schema.createIndex('transactions_by_end').on('transactions').columns(['state', 'updated_at']).execute()
    await db.schema.createIndex('user_operations_by_age').on('user_operations').column('created_at').execute()
    await db.schema.createIndex('counters_by_bucket').on('counters').column('bucket').execute()
    for (const [table, settled] of [
      ['quotas', 'used'],
      ['spending', 'spent'],
    ] as const)
      await db.schema
        .createIndex(`${table}_empty`)
        .on(table)
        .column('day')
        .where(sql.ref('held'), '=', sql.lit(0))
        .where(sql.ref(settled), '=', sql.lit(0))
        .execute()
  },
}
