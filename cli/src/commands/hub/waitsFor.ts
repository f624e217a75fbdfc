import type { HubStep } from '@holdfast/sdk/hub'

/** What is waited for in each step, for a person. */
export const WAITS_FOR = {
  approve: 'approving; waiting for its block',
  deposit: 'depositing; waiting for its block',
  quote: 'asking the Hub for its fee',
  sign: 'signing',
  transfer: 'handing it in; waiting for the Hub to take it',
  mint: "taken; waiting for the issuer's mint",
} as const satisfies Record<HubStep, string>
