import type { Facts, Finding } from './facts.js'

/** A protected transfer from the sender has settled at the target, which imitates no older payee. It lifts no bad sign. */
export function verifiedRecipient({ isVerified }: Facts): Finding | undefined {
  if (!isVerified) return undefined
  const message = 'A protected transfer from you has settled there.'
  return { severity: 'safe', message }
}
