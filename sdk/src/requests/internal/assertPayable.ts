import { isAddressEqual } from 'viem'
import { requireDeployment } from '../../chain/registry.js'
import { spendableTokensFor } from '../../chain/tokens.js'
import { RequestMalformedError } from '../../errors/request.js'
import type { PaymentRequest } from '../types.js'

/**
 * Refuses a request that should not be paid: for a token that the registry does not know, by whatever name, or to a payee that
 * is a token or the transfer contract, where the money would be lost.
 *
 * @throws {@link RequestMalformedError}; `UnknownChainError`.
 */
export function assertPayable({ chainId, token, payee }: PaymentRequest): void {
  const { usdc, transferContract } = requireDeployment(chainId)
  const tokens = [usdc, ...spendableTokensFor(chainId).map(({ address }) => address)]
  if (!tokens.some((one) => isAddressEqual(one, token))) throw new RequestMalformedError('unknown_token', 'token')
  if ([...tokens, transferContract].some((one) => isAddressEqual(one, payee)))
    throw new RequestMalformedError('unknown_token', 'payee')
}
