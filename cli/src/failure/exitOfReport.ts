import type { RiskReport } from '@holdfast/sdk'
import type { ExitName } from '../failure/exitCodes.js'

/** How a command ends that only asks: a source that is silent is no reason against anybody, and none for him. */
export function exitOfReport({ level, reasons }: Pick<RiskReport, 'level' | 'reasons'>): ExitName {
  if (level === 'safe') return 'ok'
  const against = reasons.filter(({ severity }) => severity !== 'safe')
  return against.every(({ code }) => code === 'DATA_UNAVAILABLE') ? 'unavailable' : 'blocked'
}
