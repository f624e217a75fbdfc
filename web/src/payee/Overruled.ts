import type { RiskReport } from '@holdfast/sdk/risk'

/** The decision of a person to pay what the firewall blocks, with the middle groups typed. */
export type Overruled = { report: RiskReport; at: number }
