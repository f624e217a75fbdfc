import type { Address } from 'viem'
import type { VerifiedRecipientsBody } from '../wire/verifiedRecipients.js'

/** Tells whom a sender's protected transfers have reached on a chain: `verifiedRecipients` of a service client. */
export type VerifiedRecipientSource = (
  query: { sender: Address; chainId: number },
  options: { signal: AbortSignal },
) => Promise<VerifiedRecipientsBody>
