import type { RiskReport } from '@holdfast/sdk/risk'
import { isAddressEqual } from 'viem'

/** The decision of a person to pay what the firewall blocks, with the middle groups typed. */
export type Overruled = { report: RiskReport; at: number }

/**
 * The decision, if it is about this payment: the same payer, recipient and chain. A person may have decided on one address and gone on
 * to another. The library decides whether it covers what is known by the time of the payment.
 */
export function decisionOn(report: RiskReport | undefined, overruled: Overruled | undefined): Overruled | undefined {
  if (report === undefined || overruled === undefined) return undefined
  const { sender, target, chainId } = overruled.report
  const isSame =
    isAddressEqual(sender, report.sender) && isAddressEqual(target, report.target) && chainId === report.chainId
  return isSame ? overruled : undefined
}
