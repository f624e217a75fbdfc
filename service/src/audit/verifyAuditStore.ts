import type { Store } from '../store/Store.js'
import type { AuditRow } from './Audit.js'
import { type AuditHead, type AuditReport, verifyAudit } from './verifyAudit.js'

/**
 * Verifies the chains of all instances in a store, a page at a time, and that every signature of the ledger and every
 * operation that cost money has its row: this, or heads that were kept elsewhere, reveals rows that were cut off at the
 * end of a chain.
 *
 * Rows that were deleted for their age are not a fault: the chain then begins at its checkpoint. A signature or an
 * operation that is older than a checkpoint can no longer be checked.
 *
 * @example
 * const report = await verifyAuditStore(store)
 * process.exitCode = report.ok ? 0 : 1
 */
export async function verifyAuditStore(
  store: Pick<Store, 'db'>,
  options: verifyAuditStore.Options = {},
): Promise<AuditStoreReport> {
  const { heads = {}, pageSize = 1000, keptSince = Number.NEGATIVE_INFINITY } = options
  const found = await store.db.selectFrom('audit').select('instance').distinct().orderBy('instance').execute()
  const forgotten = await store.db.selectFrom('audit_checkpoints').selectAll().execute()
  const checkpoints = new Map(forgotten.map((row) => [row.instance, row]))
  const instances = new Set([...[...found, ...forgotten].map(({ instance }) => instance), ...Object.keys(heads)])
  const forgottenTo = Math.max(0, ...[...checkpoints.values()].map(({ time }) => time))
  const told: Told = { signed: new Set(), relayed: new Set() }
  const chains: AuditStoreReport['chains'][number][] = []

  for (const instance of instances) {
    const expected = heads[instance]
    const checkpoint = checkpoints.get(instance)
    let report: AuditReport = { ...verifyAudit([], checkpoint && headOf(checkpoint)), faults: [] }
    let holdsHead = expected === undefined || isForgotten(expected, checkpoint, keptSince)
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
        note(row, told)
      }
      const next = verifyAudit(rows, report.head)
      const { faults } = report
      report = { rows: report.rows + next.rows, head: next.head, faults: [...faults, ...next.faults] }
    }
    // The last row of a chain is never deleted by age.
    const isEmpty = checkpoint !== undefined && report.rows === 0
    const end: AuditReport['faults'] = isEmpty ? [{ seq: checkpoint.seq + 1, fault: 'removed', count: 1 }] : []
    chains.push({ instance, ...report, faults: [...report.faults, ...end], holdsHead })
  }

  const unrecordedSignatures = await countUnrecorded(told.signed, pageSize, (last) => {
    const query = store.db
      .selectFrom('signatures')
      .select('digest as id')
      .where('created_at', '>', forgottenTo)
      .orderBy('digest')
      .limit(pageSize)
    return (last === undefined ? query : query.where('digest', '>', last)).execute()
  })
  const unrecordedOperations = await countUnrecorded(told.relayed, pageSize, (last) => {
    const query = store.db
      .selectFrom('operations')
      .select('id')
      .where('spent', '>', 0)
      .where('updated_at', '>', forgottenTo)
      .orderBy('id')
      .limit(pageSize)
    return (last === undefined ? query : query.where('id', '>', last)).execute()
  })
  const isWhole = chains.every(({ faults, holdsHead }) => holdsHead && faults.length === 0)
  const ok = isWhole && unrecordedSignatures === 0 && unrecordedOperations === 0
  return { ok, chains, unrecordedSignatures, unrecordedOperations }
}

export declare namespace verifyAuditStore {
  type Options = {
    /** Ends of chains that were noted before, by instance. */
    heads?: Readonly<Record<string, AuditHead>> | undefined
    /**
     * Since when no row may be missing, Unix milliseconds: a head of an older row may be gone, with all rows before it.
     * @default nothing may
     */
    keptSince?: number | undefined
    /** @default 1_000 */
    pageSize?: number | undefined
  }
}

/** What was found in the chains of a store. */
export type AuditStoreReport = {
  ok: boolean
  chains: readonly (AuditReport & {
    instance: string
    /**
     * Whether the head that was noted before is still in the chain, or was deleted for its age; true without such a
     * head.
     */
    holdsHead: boolean
  })[]
  /** Signatures in the ledger without a row in any chain. */
  unrecordedSignatures: number
  /** Operations that cost something, without a row in any chain. */
  unrecordedOperations: number
}

/** The signatures and operations that rows of the chains record. */
type Told = { signed: Set<string>; relayed: Set<string> }

function note({ kind, body }: AuditRow, { signed, relayed }: Told): void {
  try {
    // Each field is checked before it is used.
    const { digest, operation } = JSON.parse(body) as { digest?: unknown; operation?: unknown }
    if (kind === 'sign' && typeof digest === 'string') signed.add(digest)
    if ((kind === 'relay' || kind === 'seed') && typeof operation === 'string') relayed.add(operation)
  } catch {
    // A body that cannot be parsed was changed; `verifyAudit` reports its row.
  }
}

function isForgotten(expected: AuditHead, checkpoint: AuditHead | undefined, keptSince: number): boolean {
  if (checkpoint === undefined || expected.seq > checkpoint.seq) return false
  if (expected.seq === checkpoint.seq && expected.hash !== checkpoint.hash) return false
  return expected.time !== undefined && expected.time < keptSince
}

const headOf = ({ seq, hash, time }: { seq: number; hash: string; time: number }): AuditHead => ({ seq, hash, time })

async function countUnrecorded(
  told: ReadonlySet<string>,
  pageSize: number,
  readPage: (last: string | undefined) => Promise<readonly { id: string }[]>,
): Promise<number> {
  let unrecorded = 0
  for (let last: string | undefined; ; ) {
    const page = await readPage(last)
    for (const { id } of page) if (!told.has(id)) unrecorded++
    if (page.length < pageSize) return unrecorded
    last = page.at(-1)?.id
  }
}
