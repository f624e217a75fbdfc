import { CompiledQuery as Compiled, type CompiledQuery, type KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { describeStores } from '../../test/stores.js'
import { purgeReplays } from '../admission/purgeReplays.js'
import { readUnits } from '../admission/readUnits.js'
import { createAudit } from '../audit/createAudit.js'
import { readBacklog } from '../relay/readBacklog.js'
import type { Queries, Store } from '../store/Store.js'
import { createRetention } from './createRetention.js'

const now = 20_000 * 86_400_000
const silent = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }

/** A store that records every statement it is given. */
function recorded(store: Store): { store: Store; queries: CompiledQuery[] } {
  const queries: CompiledQuery[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      queries.push(store.db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const withPlugin = <queries extends Queries>(db: queries) => db.withPlugin(plugin) as Queries
  return {
    queries,
    store: {
      ...store,
      db: withPlugin(store.db),
      transaction: (work, options) => store.transaction((tx) => work(withPlugin(tx)), options),
    },
  }
}

/** Lines of the plan that read a whole table, or a whole index. */
async function scansOf(store: Store, { sql, parameters }: CompiledQuery): Promise<readonly string[]> {
  if (store.kind === 'sqlite') {
    const { rows } = await store.db.executeQuery<{ detail: string }>(
      Compiled.raw(`explain query plan ${sql}`, [...parameters]),
    )
    // An index of only empty rows is read whole, and all of it is deleted.
    return rows
      .map(({ detail }) => detail)
      .filter((detail) => /^SCAN (?!CONSTANT|.* USING INDEX \w+_empty$)/.test(detail))
  }
  return store.transaction(async (tx) => {
    // An empty table is always read whole; without that choice the plan shows whether there is another.
    await tx.executeQuery(Compiled.raw('set local enable_seqscan = off'))
    const { rows } = await tx.executeQuery<Record<'QUERY PLAN', string>>(
      Compiled.raw(`explain ${sql}`, [...parameters]),
    )
    return rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Seq Scan'))
  })
}

describeStores('recurring queries', ({ open }) => {
  test('regression: neither measuring nor pruning nor purging reads a whole table', async () => {
    const plain = await open()
    await createAudit({ store: plain, now: () => now, config: { instanceId: 'a' } }).append({ kind: 'veto', body: {} })
    const { store, queries } = recorded(plain)
    await readBacklog(store, [1], now)
    await readUnits(store, `0x${'ab'.repeat(20)}`, now)
    await purgeReplays(store, now)
    const config = { retention: { auditDays: 365, endedDays: 30 } }
    await createRetention({ store, config, log: silent, now: () => now }).prune()

    const tables = new Set(queries.flatMap(({ sql }) => sql.match(/(?<=(?:from|into) "?)[a-z_]+/g) ?? []))
    const pruned = ['operations', 'transactions', 'user_operations', 'signatures', 'counters', 'audit']
    for (const table of [...pruned, 'quotas', 'replays']) expect(tables).toContain(table)
    const scans = await Promise.all(
      queries.map(async (query) => ({ sql: query.sql, scans: await scansOf(plain, query) })),
    )
    expect(scans.filter(({ scans }) => scans.length > 0)).toEqual([])
  })

  test('error: a plan that reads a whole table is found', async () => {
    const { store, queries } = recorded(await open())
    await store.db.selectFrom('operations').select('id').where('outcome', '=', 'x').execute()
    expect(await Promise.all(queries.map((query) => scansOf(store, query)))).toEqual([[expect.any(String)]])
  })
})
