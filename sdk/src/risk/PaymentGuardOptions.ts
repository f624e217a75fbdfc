import type { RiskReport } from '../errors/risk.js'
import type { RiskAcknowledgement } from './acknowledgementCovers.js'
import type { CheckOptions } from './check.js'

/** How a payment is guarded. */
export type PaymentGuardOptions = {
  /** Removes the firewall from this payment. Nothing else stops a payment to a lookalike. @default false */
  skipRiskCheck?: boolean | undefined
  /**
   * The decision of a person who has seen a report and pays nevertheless; the report must name an amount. The payment is
   * checked again and continues only if the decision covers the new report.
   */
  acknowledgement?: RiskAcknowledgement | undefined
  /** Options of the check. */
  checkOptions?: CheckOptions | undefined
  /** A recent report, to save the check; used only if it is of this payment and under two minutes old. */
  report?: RiskReport | undefined
  /** Called once, when the payment may go on. */
  onReport?: ((report: RiskReport) => void) | undefined
}
