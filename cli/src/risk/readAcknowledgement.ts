import { readFileSync } from 'node:fs'
import type { RiskAcknowledgement, RiskReport } from '@holdfast/sdk/risk'
import { isAddress } from 'viem'
import { usageFailure } from '../failure/CommandFailure.js'
import type { Host } from '../io/Host.js'

/**
 * Reads the report that `check --save` wrote, as a decision made when the report was.
 *
 * @throws CommandFailure where the file holds no report.
 */
export function readAcknowledgement(file: string, pathOf: Host['pathOf']): RiskAcknowledgement {
  let stored: unknown
  try {
    stored = JSON.parse(readFileSync(pathOf(file), 'utf8'))
  } catch {
    throw usageFailure('report_unreadable', `The report ${file} cannot be read.`)
  }
  const at = Date.parse(isReport(stored) ? stored.checkedAt : '')
  if (!isReport(stored) || Number.isNaN(at))
    throw usageFailure('report_invalid', `${file} is not a report of the firewall.`, [
      'holdfast check <address> --save <file> writes one.',
    ])
  const { amount, ...report } = stored
  return {
    report: { ...report, checkedAt: new Date(at), ...(amount !== undefined && { amount: BigInt(amount) }) },
    at,
  }
}

type StoredReport = Omit<RiskReport, 'checkedAt' | 'amount'> & { checkedAt: string; amount?: string | undefined }

function isReport(value: unknown): value is StoredReport {
  const { sender, target, level, reasons, checkedAt, chainId, destinationChainId, amount }: Record<string, unknown> =
    Object(value)
  return (
    [sender, target].every((one) => typeof one === 'string' && isAddress(one)) &&
    levels.includes(level) &&
    Array.isArray(reasons) &&
    reasons.every((one) => typeof one?.code === 'string') &&
    typeof checkedAt === 'string' &&
    typeof chainId === 'number' &&
    (destinationChainId === undefined || typeof destinationChainId === 'number') &&
    (amount === undefined || (typeof amount === 'string' && /^\d{1,78}$/.test(amount)))
  )
}

const levels: readonly unknown[] = ['safe', 'warning', 'block']
