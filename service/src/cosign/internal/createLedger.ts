import type { Address, Hex } from 'viem'
import type { AuditWriter } from '../../audit/Audit.js'
import type { Database } from '../../store/Database.js'
import type { Store } from '../../store/Store.js'
import type { Sealer } from './createSealer.js'

/** Every signature that was handed out: (chain, account, nonce) → digests, each with its encrypted signature. */
export function createLedger(store: Store, sealer: Sealer, now: () => number): Ledger {
  return {
    async find({ chainId, account, nonce, digest }) {
      const signed = store.db
        .selectFrom('signatures')
        .select(['digest', 'sealed'])
        .where('chain_id', '=', chainId)
        .where('account', '=', account.toLowerCase())
        .where('nonce', '=', nonce.toString())
      // Two rows are enough to know whether there is another one.
      const some = await signed.limit(2).execute()
      const isOwn = (row: { digest: string }) => row.digest === digest
      const own =
        some.find(isOwn) ??
        (some.length === 2 ? await signed.where('digest', '=', digest).executeTakeFirst() : undefined)
      return {
        // Decrypted and authenticated: this text was written by `rowOf`.
        signature: own && (sealer.open(placeOf(digest), own.sealed) as Hex | undefined),
        hasOther: some.some((row) => !isOwn(row)),
      }
    },
    rowOf: ({ chainId, account, nonce, digest }, signature, expiry) => ({
      chain_id: chainId,
      account: account.toLowerCase(),
      nonce: nonce.toString(),
      digest,
      sealed: sealer.seal(placeOf(digest), signature),
      created_at: now(),
      ends_at: expiry * 1000,
    }),
    async write(tx, rows) {
      const written = await tx
        .insertInto('signatures')
        .values([...rows])
        .onConflict((conflict) => conflict.doNothing())
        .returning('digest')
        .execute()
      const digests = new Set(written.map(({ digest }) => digest))
      return rows.map(({ digest }) => digests.has(digest))
    },
  }
}

export type Ledger = {
  /** What was signed before at the same nonce. */
  find: (spend: LedgerKey) => Promise<{ signature: Hex | undefined; hasOther: boolean }>
  /** @param expiry - Of the box, Unix seconds. */
  rowOf: (spend: LedgerKey, signature: Hex, expiry: number) => LedgerRow
  /** Returns for each row whether it is new; another request may have signed the same spend meanwhile. */
  write: AuditWriter<LedgerRow, boolean>
}

export type LedgerKey = { chainId: number; account: Address; nonce: bigint; digest: Hex }

type LedgerRow = Database['signatures']

/** A digest names chain, account and nonce. */
function placeOf(digest: string): string {
  return `signature:${digest}`
}
