import type { Kysely, KyselyPlugin } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Config } from '../src/config/Config.js'
import { migrations } from '../src/store/migrations/migrations.js'
import { openStore } from '../src/store/openStore.js'

// Migrates a store as a start does, and kills itself before one of the statements.
const [settings = '', last = ''] = process.argv.slice(2)
let statements = 0
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    if (statements++ === Number(last)) process.kill(process.pid, 'SIGKILL')
    return node
  },
  transformResult: async ({ result }) => result,
}
for (const [name, { up }] of Object.entries(migrations))
  Object.assign(migrations as Record<string, Migration>, {
    [name]: { up: (db: Kysely<unknown>) => up(db.withPlugin(counting)) },
  })
await openStore({ store: JSON.parse(settings) as Config['store'], connectTimeoutMs: 30_000 })
console.log(`up to date after ${statements} statements`)
process.exit()
