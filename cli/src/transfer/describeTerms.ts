import type { RegisteredConfig } from '@holdfast/sdk/transfer'

/** Terms of protected transfers, for a person. */
export function describeTerms({ recallWindow, feeBps, feeRecipient }: RegisteredConfig): string {
  const fee = feeBps === 0 ? 'no fee' : `${feeBps / 100} % of a claim to ${feeRecipient}`
  return `${describeSeconds(recallWindow)} to claim, ${fee}`
}

/** A span of time in the largest unit that leaves nothing over. */
function describeSeconds(seconds: number): string {
  for (const [name, size] of UNITS)
    if (seconds % size === 0) return `${seconds / size} ${name}${seconds === size ? '' : 's'}`
  return `${seconds} seconds`
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const
