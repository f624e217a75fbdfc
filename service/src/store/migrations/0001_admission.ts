import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const admission: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('replays')
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('replays_pk', ['address', 'digest'])
      .execute()
    await db.schema.createIndex('replays_by_expiry').on('replays').column('expires_at').execute()

    await db.schema
      .createTable('operations')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('current', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('chain_id', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('content', 'text')
      .addColumn('content_hash', 'text', (column) => column.notNull())
      .addColumn('requester', 'text', (column) => column.notNull())
      .addColumn('request_digest', 'text', (column) => column.notNull())
      .addColumn('network', 'text')
      .addColumn('day', 'bigint', (column) => column.notNull())
      .addColumn('units', 'bigint', (column) => column.notNull())
      .addColumn('held', 'bigint', (column) => column.notNull())
      .addColumn('spent', 'bigint')
      .addColumn('outcome', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('operations_by_key')
      .unique()
      .on('operations')
      .column('key')
      .where(sql.ref('current'), '=', sql.lit(1))
      .execute()
    await db.schema
      .createIndex('operations_by_state')
      .on('operations')
      .columns(['state', 'chain_id', 'created_at'])
      .execute()

    for (const [table, settled] of [
      ['quotas', 'used'],
      ['spending', 'spent'],
    ] as const) {
      await db.schema
        .createTable(table)
        .addColumn('day', 'bigint', (column) => column.notNull())
        .addColumn('scope', 'text', (column) => column.notNull())
        .addColumn(settled, 'bigint', (column) => column.notNull())
        .addColumn('held', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint(`${table}_pk`, ['day', 'scope'])
        // The last safeguard: a double refund is an error, never a larger quota.
        .addCheckConstraint(`${table}_not_negative`, sql`${sql.ref(settled)} >= 0 and held >= 0`)
        .execute()
    }
    await db.schema.createIndex('spending_by_scope').on('spending').column('scope').execute()

    await db.schema
      .createTable('counters')
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('bucket', 'bigint', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('counters_pk', ['scope', 'bucket'])
      .execute()

    await db.schema
      .createTable('leases')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('fence', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
