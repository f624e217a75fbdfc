import { bytesToHex, maxUint256 } from 'viem'
import { decodeBase64Url } from '../chain/base64url.js'
import { LinkMalformedError } from '../errors/link.js'
import { normaliseSecret } from '../transfer/claimSecret.js'
import type { PaymentLink } from './types.js'

/**
 * Reads a claim link or a payment link of any origin, or the fragment of one. Sends no request, so reading a link never claims.
 *
 * A web page removes the fragment from its address before its first request: `history.replaceState`.
 *
 * @throws {@link LinkMalformedError} for any other text. The error contains no part of it, since it may hold a secret.
 * @example
 * const link = readPaymentLink('https://pay.example/#/claim/5042002/42')
 * if (link.kind === 'payment') console.log('Any holder of this link can be paid.')
 */
export function readPaymentLink(text: string): PaymentLink {
  const parts = typeof text === 'string' && text.length <= maxLength ? pattern.exec(text.trim()) : null
  if (!parts) throw new LinkMalformedError('not_a_link')
  const [, kind, chain = '', transfer = '', secret] = parts
  const [chainId, transferId] = [numberOf(chain), numberOf(transfer)]
  if (chainId === undefined || chainId > Number.MAX_SAFE_INTEGER) throw new LinkMalformedError('bad_chain')
  if (transferId === undefined || transferId > maxUint256) throw new LinkMalformedError('bad_transfer')
  const place = { chainId: Number(chainId), transferId }
  if (kind === 'claim' && secret === undefined) return { kind, ...place }
  if (kind === 'claim') {
    const code = normaliseSecret(secret ?? '')
    if (code === null) throw new LinkMalformedError('bad_secret')
    return { kind, ...place, code }
  }
  const bytes = decodeBase64Url(secret ?? '')
  if (bytes?.length !== 32) throw new LinkMalformedError('bad_secret')
  return { kind: 'payment', ...place, linkSecret: bytesToHex(bytes) }
}

const pattern = /^(?:https?:\/\/[^\s#]*)?#\/(claim|pay)\/([^/\s]*)\/([^/\s]*)(?:\/([^/\s]*))?$/

const maxLength = 2_048

/** A decimal number from 1, without leading zeros. */
function numberOf(text: string): bigint | undefined {
  return /^[1-9]\d{0,77}$/.test(text) ? BigInt(text) : undefined
}
