import type { Resume } from '../../command/Resume.js'
import { resume as resumeMined } from '../../command/resumeMined.js'

export const resume: Resume = async (pending, context) => {
  const { result } = await resumeMined(pending, context)
  const text =
    pending.facts.step === 'deposit'
      ? `It is deposited, and counts when its chain is final: holdfast hub balance\n  transaction  ${pending.txHash}`
      : 'It is approved, and nothing was deposited. The same command again goes on.'
  return { result: { ...result, step: pending.facts.step }, text }
}
