import type { Address } from 'viem'
import { parseParty } from '../../chain/address.js'
import { PRIMARY_CHAIN_ID } from '../../chain/constants.js'
import { decodeVerifiedRecipients, type VerifiedRecipientsBody } from '../../wire/verifiedRecipients.js'
import { ask, type ServiceCallOptions } from './ask.js'
import { assertChainId } from './assertChainId.js'
import type { Connection } from './Connection.js'

/** The sender whose recipients are read, and the chain. */
export type VerifiedRecipientsParameters = {
  sender: Address
  /** @default PRIMARY_CHAIN_ID */
  chainId?: number | undefined
}

export async function verifiedRecipients(
  connection: Connection,
  { sender: asked, chainId = PRIMARY_CHAIN_ID }: VerifiedRecipientsParameters,
  options?: ServiceCallOptions,
): Promise<VerifiedRecipientsBody> {
  const sender = parseParty('sender', asked)
  assertChainId(chainId)
  return ask(
    connection,
    {
      attempted: `reading whom ${sender} has paid`,
      path: '/api/verified-recipients',
      query: { sender, chainId: String(chainId) },
      decode: (body) => decodeVerifiedRecipients(body, { chainId, sender }),
      maxResponseBytes: 16 * 2 ** 20,
      timeoutMs: 30_000,
      tryMs: 15_000,
    },
    options,
  )
}
