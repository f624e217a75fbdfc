import type { Queries, Store } from './Store.js'
import { LeaseLostError } from './StoreErrors.js'

/**
 * Takes a lease that is free: never taken, released, or expired.
 *
 * The current holder does not get it either: a process that has forgotten its lease counts as a new holder and must
 * wait. Holders must be unique among running processes. Clocks of instances may differ by less than the duration of the
 * lease.
 *
 * @param now - Unix milliseconds.
 * @returns The lease with a fence larger than all earlier ones of that name, or `undefined` while it is held.
 */
export async function acquireLease(
  store: Store,
  name: string,
  holder: string,
  ttlMs: number,
  now: number,
): Promise<Lease | undefined> {
  const expiresAt = now + ttlMs
  const row = await store.db
    .insertInto('leases')
    .values({ name, holder, fence: 1, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((row) => ({ holder, fence: row('leases.fence', '+', 1), expires_at: expiresAt }))
        .where('leases.expires_at', '<=', now),
    )
    .returning('fence')
    .executeTakeFirst()
  return row && { name, holder, fence: row.fence, expiresAt }
}

/**
 * Prolongs a lease that is still held. An expired one is lost, even if it has not been taken since.
 *
 * @param now - Unix milliseconds.
 * @returns The lease with its new end, or `undefined` when it is lost: stop the work it covers.
 */
export async function renewLease(store: Store, lease: Lease, ttlMs: number, now: number): Promise<Lease | undefined> {
  const expiresAt = now + ttlMs
  const row = await ours(store.db, lease, now).set({ expires_at: expiresAt }).returning('fence').executeTakeFirst()
  return row && { ...lease, expiresAt }
}

/** Releases a lease at once. Does nothing when the lease is already lost. */
export async function releaseLease(store: Store, lease: Lease): Promise<void> {
  await ours(store.db, lease, 0).set({ expires_at: 0 }).execute()
}

/**
 * Makes a transaction depend on a lease: no other instance can take it before the transaction ends.
 *
 * @param tx - The transaction that does the work.
 * @param now - Unix milliseconds.
 * @throws {@link LeaseLostError} when it is no longer held; the transaction must not be committed.
 */
export async function assertLease(tx: Queries, lease: Lease, now: number): Promise<void> {
  const row = await ours(tx, lease, now).set({ fence: lease.fence }).returning('fence').executeTakeFirst()
  if (!row) throw new LeaseLostError(lease.name)
}

/** The current row of a lease; `undefined` when it was never taken. */
export async function findLease(store: Pick<Store, 'db'>, name: string): Promise<Lease | undefined> {
  const row = await store.db.selectFrom('leases').selectAll().where('name', '=', name).executeTakeFirst()
  return row && { name, holder: row.holder, fence: row.fence, expiresAt: row.expires_at }
}

/** An exclusive right, until `expiresAt`. */
export type Lease = {
  readonly name: string
  readonly holder: string
  /** Grows with each new holder. */
  readonly fence: number
  /** Unix milliseconds. */
  readonly expiresAt: number
}

function ours(db: Queries, lease: Lease, now: number) {
  return db
    .updateTable('leases')
    .where('name', '=', lease.name)
    .where('holder', '=', lease.holder)
    .where('fence', '=', lease.fence)
    .where('expires_at', '>', now)
}
