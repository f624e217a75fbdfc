import type { Store } from '../store/Store.js'

/** The instances with a chain in the store, each found by one step in the index: a `distinct` would read every row. */
export async function auditInstances({ db }: Pick<Store, 'db'>): Promise<readonly string[]> {
  const found: string[] = []
  for (;;) {
    const row = await db
      .selectFrom('audit')
      .select('instance')
      .where('instance', '>', found.at(-1) ?? '')
      .orderBy('instance')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined) return found
    found.push(row.instance)
  }
}
