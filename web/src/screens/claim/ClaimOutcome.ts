import {
  ClaimKeyInvalidError,
  InvalidInputError,
  TransferLockedError,
  TransferUnavailableError,
} from '@holdfast/sdk/errors'
import type { PaymentLink } from '@holdfast/sdk/links'
import type { Address } from 'viem'
import type { ClaimFault } from '../../words/Words.js'

/** A press on "claim". */
export type ClaimPress = {
  link: PaymentLink
  recipient: Address
  /** The typed code, if the claim link carries none. */
  code: string | undefined
}

/** The outcome of a press. */
export type ClaimOutcome =
  | { kind: 'claimed' }
  /** The sender was asked to release the money, and decides. */
  | { kind: 'asked' }
  /** Nothing was paid. `attempts` are left, where the payment counts them. */
  | { kind: 'refused'; fault: ClaimFault; attempts: number | undefined }

/** The state of a press. */
export type Press =
  | { at: 'ready' }
  | { at: 'pressed'; isUnknown: boolean }
  | { at: 'over'; outcome: ClaimOutcome }
  | { at: 'failed'; error: unknown }

/** A code that is wrong, or a payment that is over, is not a failure of the page. */
export function refusalOf(error: unknown): ClaimOutcome {
  const refused = (fault: ClaimFault): ClaimOutcome => ({ kind: 'refused', fault, attempts: undefined })
  if (error instanceof ClaimKeyInvalidError) return refused('wrong_code')
  if (error instanceof InvalidInputError) return refused('wrong_code')
  if (error instanceof TransferLockedError) return refused('locked')
  if (
    error instanceof TransferUnavailableError &&
    (error.reason === 'not_pending' || error.reason === 'expired' || error.reason === 'unknown')
  )
    return refused(error.reason)
  throw error
}
