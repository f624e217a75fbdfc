import type { Store } from './Store.js'

/**
 * Adds one to the counter of a scope in a bucket, unless that has reached its limit. All instances of a store share the
 * count.
 *
 * @param bucket - Hours since 1970; see `HOUR_MS`.
 * @returns Whether it was below the limit.
 */
export async function countUp(
  { db }: Pick<Store, 'db'>,
  { scope, bucket, limit = Number.MAX_SAFE_INTEGER }: { scope: string; bucket: number; limit?: number | undefined },
): Promise<boolean> {
  const counted = await db
    .insertInto('counters')
    .values({ scope, bucket, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'bucket'])
        .doUpdateSet((row) => ({ count: row('counters.count', '+', 1) }))
        .where('counters.count', '<', limit),
    )
    .returning('count')
    .executeTakeFirst()
  return counted !== undefined
}

/** Takes back what {@link countUp} has counted, if the bucket is still the same. */
export async function countDown(
  { db }: Pick<Store, 'db'>,
  { scope, bucket }: { scope: string; bucket: number },
): Promise<void> {
  await db
    .updateTable('counters')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('scope', '=', scope)
    .where('bucket', '=', bucket)
    .where('count', '>', 0)
    .execute()
}

/** The bucket of a time. @param now - Unix milliseconds. */
export const hourOf = (now: number): number => Math.floor(now / HOUR_MS)

/** Seconds until the next bucket. @param now - Unix milliseconds. */
export const secondsToNextHour = (now: number): number => Math.ceil(((hourOf(now) + 1) * HOUR_MS - now) / 1000)

export const HOUR_MS = 3_600_000
