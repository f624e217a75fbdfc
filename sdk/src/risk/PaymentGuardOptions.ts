import type { RiskReport } from '../errors/risk.js'
import type { RiskAcknowledgement } from './acknowledgementCovers.js'
import type { CheckOptions } from './check.js'

/** How a payment is guarded. */
export type PaymentGuardOptions = {
  /** Removes the firewall from this payment. Nothing else stops a payment to a lookalike. @default false */
  skipRiskCheck?: boolean | undefined
  /**
   * A person has seen a report and decided to pay; it must name an amount. The payment is checked again and goes through
   * only where the decision covers it.
   */
  acknowledgement?: RiskAcknowledgement | undefined
  /** Options of the check. */
  checkOptions?: CheckOptions | undefined
  /** A report made a moment ago, to save the check; used only where it is of this payment and under two minutes old. */
  report?: RiskReport | undefined
  /** Called once, when the payment may go on. */
  onReport?: ((report: RiskReport) => void) | undefined
}
