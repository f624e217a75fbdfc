import type { Plan as LibraryPlan } from '@holdfast/sdk/plan'

/** What will happen, before it does; shown whole, then asked about. */
export type Plan = {
  /** As a sentence without a full stop: "Send 25 USDC to 0x…". */
  does: string
  /** Label and value, in the order in which they are shown: from, to, amount, fee, chain, firewall. */
  facts: readonly (readonly [label: string, value: string])[]
  /** The plan of the library that it shows. */
  plan: LibraryPlan | Unplanned
}

/** Why a command has no plan of the library. */
type Unplanned = { unplanned: string }
