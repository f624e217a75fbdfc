import type { RiskReport } from '../../errors/risk.js'

/** A report that says which chain was looked at; one without it may have been made for any. */
type ReportOfChain = RiskReport & { chainId?: number | undefined }

export function ofChain(report: RiskReport, chainId: number | undefined): ReportOfChain {
  return chainId === undefined ? report : { ...report, chainId }
}

/** Whether a report was made for another chain than this one. Where either is unknown nobody can say so. */
export function isOfOtherChain(report: RiskReport, chainId: number | undefined): boolean {
  const { chainId: made } = report as ReportOfChain
  return made !== undefined && chainId !== undefined && made !== chainId
}
