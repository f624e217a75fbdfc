import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const cosign: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('bindings')
      .addColumn('chain_id', 'bigint', (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('signed_at', 'bigint', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('bindings_pk', ['chain_id', 'account'])
      .execute()
    await db.schema.createIndex('bindings_by_end').on('bindings').column('until').execute()

    // The digest is part of the key: other amounts may be signed for one nonce, and each is stored.
    await db.schema
      .createTable('signatures')
      .addColumn('chain_id', 'bigint', (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('nonce', 'text', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('signatures_pk', ['chain_id', 'account', 'nonce', 'digest'])
      .execute()

    await db.schema
      .createTable('audit')
      .addColumn('instance', 'text', (column) => column.notNull())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('time', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('previous', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('audit_pk', ['instance', 'seq'])
      .execute()
  },
}
