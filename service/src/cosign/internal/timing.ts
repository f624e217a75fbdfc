/** Milliseconds. A step that takes longer ends in a veto. */
export type TimingOptions = {
  /** For the whole evaluation; less than the deadline of the route, which would answer with an error. @default 7_000 */
  totalMs?: number | undefined
  /** For reading a box. @default 4_500 */
  readMs?: number | undefined
  /** For the firewall, and for the announcements. @default 4_000 */
  firewallMs?: number | undefined
  /** @default 4_500 */
  simulateMs?: number | undefined
  /** How old a verdict may be before a signature. @default 2_000 */
  freshMs?: number | undefined
  /** How old a verdict may be in a precheck, at most 30 s. @default 30_000 */
  keptMs?: number | undefined
}

/** All limits, with their defaults. */
export type Timing = Record<keyof TimingOptions, number>

export function timingOf({ totalMs, readMs, firewallMs, simulateMs, freshMs, keptMs }: TimingOptions): Timing {
  return {
    totalMs: totalMs ?? 7_000,
    readMs: readMs ?? 4_500,
    firewallMs: firewallMs ?? 4_000,
    simulateMs: simulateMs ?? 4_500,
    freshMs: freshMs ?? 2_000,
    keptMs: Math.min(keptMs ?? maxKeptMs, maxKeptMs),
  }
}

const maxKeptMs = 30_000
