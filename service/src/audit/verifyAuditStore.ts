import type { Store } from '../store/Store.js'
import type { AuditRow } from './Audit.js'
import { type AuditHead, type AuditReport, verifyAudit } from './verifyAudit.js'

/**
 * Verifies the chains of every instance in a store, a page at a time, and that no signature of the ledger is missing in
 * them: rows that were cut off at the end of a chain show there, or against heads that were kept elsewhere.
 *
 * @example
 * const report = await verifyAuditStore(store)
 * process.exitCode = report.ok ? 0 : 1
 */
export async function verifyAuditStore(
  store: Pick<Store, 'db'>,
  options: verifyAuditStore.Options = {},
): Promise<AuditStoreReport> {
  const { heads = {}, pageSize = 1000 } = options
  const found = await store.db.selectFrom('audit').select('instance').distinct().orderBy('instance').execute()
  const instances = new Set([...found.map(({ instance }) => instance), ...Object.keys(heads)])
  const signed = new Set<string>()
  const chains: AuditStoreReport['chains'][number][] = []

  for (const instance of instances) {
    const expected = heads[instance]
    let report: AuditReport = { ...verifyAudit([]), faults: [] }
    let holdsHead = expected === undefined
    for (;;) {
      const rows = await store.db
        .selectFrom('audit')
        .selectAll()
        .where('instance', '=', instance)
        .where('seq', '>', report.rows === 0 ? Number.MIN_SAFE_INTEGER : report.head.seq)
        .orderBy('seq')
        .limit(pageSize)
        .execute()
      if (rows.length === 0) break
      for (const row of rows) {
        holdsHead ||= row.seq === expected?.seq && row.hash === expected.hash
        if (row.kind === 'sign') noteDigest(row, signed)
      }
      const next = verifyAudit(rows, report.rows === 0 ? undefined : report.head)
      const { faults } = report
      report = { rows: report.rows + next.rows, head: next.head, faults: [...faults, ...next.faults] }
    }
    chains.push({ instance, ...report, holdsHead })
  }

  let unrecorded = 0
  for (let last: string | undefined; ; ) {
    const query = store.db.selectFrom('signatures').select('digest').orderBy('digest').limit(pageSize)
    const rows = await (last === undefined ? query : query.where('digest', '>', last)).execute()
    if (rows.length === 0) break
    for (const { digest } of rows) if (!signed.has(digest)) unrecorded++
    last = rows.at(-1)?.digest
  }
  const ok = unrecorded === 0 && chains.every(({ faults, holdsHead }) => holdsHead && faults.length === 0)
  return { ok, chains, unrecordedSignatures: unrecorded }
}

export declare namespace verifyAuditStore {
  type Options = {
    /** Ends of chains that were noted before, by instance. */
    heads?: Readonly<Record<string, AuditHead>> | undefined
    /** @default 1_000 */
    pageSize?: number | undefined
  }
}

/** What became of the chains of a store. */
export type AuditStoreReport = {
  ok: boolean
  chains: readonly (AuditReport & {
    instance: string
    /** Whether the head that was noted before is still in the chain; true where none was. */
    holdsHead: boolean
  })[]
  /** Signatures in the ledger of which no chain says that they were made. */
  unrecordedSignatures: number
}

function noteDigest({ body }: AuditRow, signed: Set<string>): void {
  try {
    const { digest } = JSON.parse(body) as { digest?: unknown }
    if (typeof digest === 'string') signed.add(digest)
  } catch {
    // A body that cannot be read has been changed, and its row says so.
  }
}
