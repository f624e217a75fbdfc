import type { Advisory, Dossier, RiskReport } from '@holdfast/sdk/risk'

/**
 * Asks for a second opinion. Never throws for a model that fails, is slow or talks nonsense: `advisory` is then null. The
 * route holds what it says to the rules all the same.
 */
export type Opinion = (question: {
  chainId: number
  report: RiskReport
  /** `null` where no facts could be gathered. */
  dossier: Dossier | null
  /** The caller's network, whose share of the budget is counted. */
  network: string | undefined
  signal: AbortSignal
}) => Promise<{ advisory: Advisory | null; deep: 'budget' | 'ran' }>
