import type { Address } from 'viem'
import type { Revert } from '../../chain/transaction/revert.js'
import { BoxRefusedError, NotABoxError } from '../../errors/shield.js'

/** Names the refusals of a box in the library's own errors; `undefined` leaves the refusal as it is. */
export function boxRefusal(account: Address): (revert: Revert) => Error | undefined {
  return ({ errorName, errorArgs: [value, limit] }) => {
    switch (errorName) {
      case 'OverLimit':
        // The ABI gives this error a uint256.
        return new BoxRefusedError(account, 'over_limit', { limit: limit as bigint })
      case 'OverPullCap':
        // As above.
        return new BoxRefusedError(account, 'over_pull_cap', { limit: limit as bigint })
      case 'TooSoon':
        return new BoxRefusedError(account, 'too_soon', { notBefore: Number(value) })
      case 'Expired':
        return new BoxRefusedError(account, 'expired')
      case 'NotExpired':
        return new BoxRefusedError(account, 'not_expired', { notBefore: Number(value) + 1 })
      case 'NotCosigned':
        return new BoxRefusedError(account, 'not_cosigned')
      case 'WrongMode':
        return new BoxRefusedError(account, 'wrong_mode')
      case 'NotVault':
        return new BoxRefusedError(account, 'not_vault')
      case 'SignatureExpired':
        return new BoxRefusedError(account, 'signature_expired')
      case 'InvalidSignature':
        return new BoxRefusedError(account, 'invalid_signature')
      case 'NotABox':
        return new NotABoxError(account, 'foreign')
      default:
        return undefined
    }
  }
}
