import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const opinion: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('model_calls')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('time', 'bigint', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('tokens_in', 'bigint', (column) => column.notNull())
      .addColumn('tokens_out', 'bigint', (column) => column.notNull())
      .addColumn('cost_micro_usd', 'bigint', (column) => column.notNull())
      .addColumn('latency_ms', 'bigint', (column) => column.notNull())
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('rule_level', 'text', (column) => column.notNull())
      .addColumn('model_level', 'text')
      .addColumn('level', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('model_calls_by_time').on('model_calls').column('time').execute()
  },
}
