import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const stop: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('senders').addColumn('stopped_by', 'text').execute()
  },
}
