import { type Address, isAddressEqual } from 'viem'
import { formatUsdc } from '../chain/amount.js'
import { requireDeployment } from '../chain/registry.js'
import { InvalidAmountError } from '../errors/input.js'
import { RequestMalformedError } from '../errors/request.js'
import { textOf } from '../errors/textOf.js'
import { assertRequest } from './internal/codec.js'
import type { SignedPaymentRequest } from './types.js'

/**
 * What paying a request means for a protected send: to whom, and how much USDC. Of a request that
 * {@link verifyPaymentRequest} has verified.
 *
 * @param amount - Base units that the payer has chosen. Needed where the request leaves the amount open; where it names one, no
 *   other is paid.
 * @throws {@link RequestMalformedError} (`unknown_token`) for another token than the chain's USDC, which a protected send pays;
 *   `InvalidAmountError`; `UnknownChainError`.
 * @example
 * const { request, source } = await verifyPaymentRequest(publicClient, readPaymentRequest(text))
 * const params = { configId, claimHash, ...paymentOfRequest(request) }
 * const plan = await planOperation(clients, 'sendProtected', params, { checkOptions: { source } })
 */
export function paymentOfRequest(
  request: SignedPaymentRequest,
  { amount }: { amount?: bigint | undefined } = {},
): { to: Address; amount: bigint } {
  const { chainId, token, payee, amount: asked } = assertRequest(request)
  if (!isAddressEqual(token, requireDeployment(chainId).usdc)) throw new RequestMalformedError('unknown_token', 'token')
  if (asked === 0n) {
    if (typeof amount !== 'bigint' || amount <= 0n)
      throw new InvalidAmountError(textOf(amount ?? ''), 'must be chosen: the request leaves it to the payer')
    return { to: payee, amount }
  }
  if (amount !== undefined && amount !== asked)
    throw new InvalidAmountError(formatUsdc(amount), `is not the ${formatUsdc(asked)} USDC that the request asks for`)
  return { to: payee, amount: asked }
}
