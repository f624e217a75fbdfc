import type { RegisteredConfig } from '@holdfast/sdk/transfer'
import { writeSpan } from '../../input/readSpan.js'

/** Terms of protected transfers, for a person. */
export function describeTerms({ recallWindow, feeBps, feeRecipient }: RegisteredConfig): string {
  const fee = feeBps === 0 ? 'no fee' : `${feeBps / 100} % of a claim to ${feeRecipient}`
  return `${writeSpan(recallWindow)} to claim, ${fee}`
}
