import type { RefusalRow } from './page.js'

/**
 * Keeps the newest refusals of each user for the guard's page.
 *
 * @param onRefusal - Called for each that is not a repetition.
 */
export function createRefusalRows({ now, onRefusal }: RefusalRowsOptions): RefusalRows {
  const rows = new Map<string, readonly RefusalRow[]>()
  return {
    of: (user) => rows.get(user) ?? [],
    note({ user, codes, code }) {
      const at = now()
      const own = rows.get(user) ?? []
      const [last] = own
      // Wallets ask several times for one payment.
      if (last && last.code === code && last.codes.join() === codes.join() && at - last.at < repeatMs) return
      rows.set(user, [{ at, codes, code }, ...own].slice(0, maxRows))
      onRefusal?.({ at, codes, code })
    },
  }
}

/** The clock, and who else wants to know. */
export type RefusalRowsOptions = { now: () => number; onRefusal?: ((refusal: RefusalRow) => void) | undefined }

/** The newest refusals by user. */
export type RefusalRows = {
  /** Newest first. */
  of: (user: string) => readonly RefusalRow[]
  note: (refusal: { user: string; codes: readonly string[]; code: string | undefined }) => void
}

const maxRows = 100
const repeatMs = 5_000
