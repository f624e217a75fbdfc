/** What one check has found. */
export type Finding = {
  check: 'endpoint' | 'clock' | 'explorer' | 'contract' | 'wallet' | 'service'
  /** A host, the name of a contract, an address. */
  subject: string
  /** `warning`: all that is needed works, but not everything. `failed`: something that is needed does not. */
  status: 'ok' | 'warning' | 'failed'
  /** In words, with what was measured. */
  means: string
  /** What to do about it; null where there is nothing to do. */
  advice: string | null
  /** What was measured, by name; amounts in base units, times in seconds. */
  facts: Readonly<Record<string, string | number | bigint | boolean | null>>
}
