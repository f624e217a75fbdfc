import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const keeper: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('keeper_tasks')
      .addColumn('chain_id', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('tries', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('keeper_tasks_pk', ['chain_id', 'kind', 'subject'])
      .execute()
    await db.schema
      .createIndex('keeper_tasks_by_time')
      .on('keeper_tasks')
      .columns(['chain_id', 'kind', 'due_at'])
      .execute()
  },
}
