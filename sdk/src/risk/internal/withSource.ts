import { parseParty } from '../../chain/address.js'
import type { AddressSource, RiskReport } from '../../errors/risk.js'

/** Adds to each reason against a payment where its address came from. The level does not change. */
export function withSource(report: RiskReport, source: AddressSource | undefined): RiskReport {
  if (source === undefined || parseParty('source', source.address) !== report.target) return report
  const reasons = report.reasons.map((reason) =>
    reason.severity === 'safe' ? reason : { ...reason, message: `${reason.message} ${sentences[source.kind]}` },
  )
  return { ...report, reasons, source }
}

const sentences: Readonly<Record<AddressSource['kind'], string>> = {
  payment_request:
    'The address comes from a payment request: its own key signed it, which does not prove who holds that key.',
}
