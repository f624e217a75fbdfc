import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const relay: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('senders')
      .addColumn('chain_id', 'bigint', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('next_nonce', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('senders_pk', ['chain_id', 'address'])
      .execute()

    await db.schema
      .createTable('transactions')
      .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('chain_id', 'bigint', (column) => column.notNull())
      .addColumn('sender', 'text', (column) => column.notNull())
      .addColumn('nonce', 'bigint', (column) => column.notNull())
      .addColumn('operation_id', 'text')
      .addColumn('raw', 'text')
      .addColumn('gas', 'bigint', (column) => column.notNull())
      .addColumn('max_fee_wei', 'text', (column) => column.notNull())
      .addColumn('tip_wei', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('block_number', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()
    // Not unique: a transaction with higher fees takes the nonce of the one it replaces.
    await db.schema
      .createIndex('transactions_by_nonce')
      .on('transactions')
      .columns(['chain_id', 'sender', 'nonce'])
      .execute()
    await db.schema.createIndex('transactions_by_operation').on('transactions').column('operation_id').execute()
    await db.schema
      .createIndex('transactions_by_state')
      .on('transactions')
      .columns(['state', 'chain_id', 'sender'])
      .execute()

    await db.schema
      .createTable('user_operations')
      .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('operation_id', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('user_operations_by_operation').on('user_operations').column('operation_id').execute()
    await db.schema.createIndex('user_operations_by_state').on('user_operations').column('state').execute()
  },
}
