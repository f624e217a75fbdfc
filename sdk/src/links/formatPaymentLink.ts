import { hexToBytes, maxUint256 } from 'viem'
import { encodeBase64Url } from '../chain/base64url.js'
import { assertBytes32 } from '../chain/bytes32.js'
import { parseOrigin } from '../chain/origin.js'
import { InvalidInputError } from '../errors/input.js'
import { textOf } from '../errors/textOf.js'
import { fromSecret } from '../transfer/claimSecret.js'
import type { PaymentLink } from './types.js'

/**
 * Writes a link. All of it is in the fragment, which no browser sends to a server; a payment link is as secret as the money.
 *
 * @param origin - Of the web application, as `https://pay.example`.
 * @throws `InvalidInputError`, whose message repeats no secret.
 * @example
 * formatPaymentLink({ kind: 'claim', chainId: 5042002, transferId: 42n }, 'https://pay.example')
 * // 'https://pay.example/#/claim/5042002/42'
 */
export function formatPaymentLink(link: PaymentLink, origin: string): string {
  const { chainId, transferId } = link
  if (!Number.isSafeInteger(chainId) || chainId < 1)
    throw new InvalidInputError('chainId', `"${textOf(chainId)}" is not a chain id.`)
  if (typeof transferId !== 'bigint' || transferId < 1n || transferId > maxUint256)
    throw new InvalidInputError('transferId', `"${textOf(transferId)}" is not a transfer id.`)
  const [path, secret] = link.kind === 'payment' ? ['pay', writeSecret(link.linkSecret)] : ['claim', codeOf(link.code)]
  return [`${parseOrigin(origin)}/#`, path, chainId, transferId, ...secret].join('/')
}

function writeSecret(linkSecret: `0x${string}`): [string] {
  assertBytes32('linkSecret', linkSecret, { secret: true })
  return [encodeBase64Url(hexToBytes(linkSecret))]
}

function codeOf(code: string | undefined): string[] {
  return code === undefined ? [] : [fromSecret(code).code]
}
