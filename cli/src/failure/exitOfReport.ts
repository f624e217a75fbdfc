import type { RiskReport } from '@holdfast/sdk/errors'
import { isForWantOfData } from '@holdfast/sdk/risk'
import type { ExitName } from './exitCodes.js'

/**
 * How a command ends over a report, whether it only asks or was about to pay: a missing source counts neither for nor
 * against the payee, so it is a reason to try again.
 */
export function exitOfReport({ level, reasons }: Pick<RiskReport, 'level' | 'reasons'>): ExitName {
  if (level === 'safe') return 'ok'
  const against = reasons.filter(({ severity }) => severity !== 'safe').map(({ code }) => code)
  const isMissing = isForWantOfData({ level, complete: false, reasons: against })
  if (isMissing || against.every((code) => code === 'DATA_UNAVAILABLE')) return 'unavailable'
  return level === 'block' ? 'blocked' : 'warned'
}
