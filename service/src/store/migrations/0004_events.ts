import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const events: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('cursors')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('next_block', 'bigint', (column) => column.notNull())
      .addColumn('reached_head', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('blocks')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('number', 'bigint', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('blocks_pk', ['name', 'number'])
      .execute()

    await db.schema
      .createTable('announcements')
      .addColumn('chain_id', 'bigint', (column) => column.notNull())
      .addColumn('block_number', 'bigint', (column) => column.notNull())
      .addColumn('log_index', 'bigint', (column) => column.notNull())
      .addColumn('block_hash', 'text', (column) => column.notNull())
      .addColumn('transaction_hash', 'text', (column) => column.notNull())
      .addColumn('stealth_address', 'text', (column) => column.notNull())
      .addColumn('ephemeral_pub_key', 'text', (column) => column.notNull())
      .addColumn('metadata', 'text', (column) => column.notNull())
      .addColumn('cut', 'bigint', (column) => column.notNull())
      .addColumn('caller', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('announcements_pk', ['chain_id', 'block_hash', 'transaction_hash', 'log_index'])
      .execute()
    await db.schema
      .createIndex('announcements_in_order')
      .on('announcements')
      .columns(['chain_id', 'block_number', 'log_index'])
      .execute()
    await db.schema
      .createIndex('announcements_by_address')
      .on('announcements')
      .columns(['chain_id', 'stealth_address'])
      .execute()

    await db.schema
      .createTable('verified_recipients')
      .addColumn('chain_id', 'bigint', (column) => column.notNull())
      .addColumn('block_number', 'bigint', (column) => column.notNull())
      .addColumn('log_index', 'bigint', (column) => column.notNull())
      .addColumn('block_hash', 'text', (column) => column.notNull())
      .addColumn('transaction_hash', 'text', (column) => column.notNull())
      .addColumn('sender', 'text', (column) => column.notNull())
      .addColumn('recipient', 'text', (column) => column.notNull())
      .addColumn('transfer_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('verified_recipients_pk', ['chain_id', 'block_hash', 'transaction_hash', 'log_index'])
      .execute()
    await db.schema
      .createIndex('verified_recipients_in_order')
      .on('verified_recipients')
      .columns(['chain_id', 'block_number', 'log_index'])
      .execute()
    await db.schema
      .createIndex('verified_recipients_by_sender')
      .on('verified_recipients')
      .columns(['chain_id', 'sender', 'block_number', 'log_index'])
      .execute()
  },
}
