import type { TypedDataDefinition } from 'viem'
import { RequestMalformedError } from '../../errors/request.js'
import type { PaymentRequest } from '../types.js'
import { findBadField, secondsOf } from './fields.js'

/**
 * What the payee signs.
 *
 * @throws {@link RequestMalformedError}
 */
export function requestMessage(request: PaymentRequest): TypedDataDefinition {
  const bad = findBadField(request)
  if (bad) throw new RequestMalformedError('bad_field', bad)
  const { payee, chainId, token, amount, reference, notBefore, expires, nonce } = request
  return {
    domain: { name: 'Holdfast PaymentRequest', version: '1', chainId },
    types: {
      PaymentRequest: [
        { name: 'payee', type: 'address' },
        { name: 'chainId', type: 'uint256' },
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint256' },
        { name: 'reference', type: 'string' },
        { name: 'notBefore', type: 'uint64' },
        { name: 'expires', type: 'uint64' },
        { name: 'nonce', type: 'uint256' },
      ],
    },
    primaryType: 'PaymentRequest',
    message: {
      payee,
      chainId: BigInt(chainId),
      token,
      amount,
      reference,
      // `findBadField` has refused dates without seconds.
      notBefore: BigInt(secondsOf(notBefore) as number),
      // As above.
      expires: BigInt(secondsOf(expires) as number),
      nonce,
    },
  }
}
