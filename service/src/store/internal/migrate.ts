import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrations } from '../migrations/migrations.js'
import { StoreTooNewError } from '../StoreErrors.js'

/** Brings the tables up to date, or up to one migration in tests of upgrades. */
export async function migrate<tables>(
  db: Kysely<tables>,
  options: { upTo?: string | undefined; migrations?: Readonly<Record<string, Migration>> | undefined } = {},
): Promise<void> {
  const known = options.migrations ?? migrations
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...known }) } })
  await refuseNewer(db, known)
  const { error } = options.upTo ? await migrator.migrateTo(options.upTo) : await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

async function refuseNewer<tables>(db: Kysely<tables>, known: Readonly<Record<string, Migration>>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return
  // Kysely's own table is not part of ours.
  const rows = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute()
  const unknown = rows.map((row) => row.name).filter((name) => !Object.hasOwn(known, name))
  if (unknown.length > 0) throw new StoreTooNewError(unknown)
}
