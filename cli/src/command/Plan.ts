/** What will happen, before it does; shown whole, then asked about. */
export type Plan = {
  /** As a sentence without a full stop: "Send 25 USDC to 0x…". */
  does: string
  /** Label and value, in the order in which they are shown: from, to, amount, fee, chain, firewall. */
  facts: readonly (readonly [label: string, value: string])[]
}
