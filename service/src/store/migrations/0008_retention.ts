import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const retention: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('audit_checkpoints')
      .addColumn('instance', 'text', (column) => column.primaryKey().notNull())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('time', 'bigint', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .execute()

    // Unknown for earlier signatures, which are kept.
    await db.schema.alterTable('signatures').addColumn('ends_at', 'bigint').execute()
    await db.schema.createIndex('signatures_by_end').on('signatures').column('ends_at').execute()
  },
}
