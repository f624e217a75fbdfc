import { describeError, StalePlanError } from '@holdfast/sdk/errors'
import { madeErrors } from '@holdfast/testkit/madeErrors'
import { expect, test } from 'vitest'
import { afterFailure } from './afterFailure.js'

const made = madeErrors()
const wasCarriedOut = (error: unknown) => error instanceof StalePlanError && error.changed.includes('carried_out')
const namesOf = (errors: typeof made) => [...new Set(errors.map(({ name, code }) => `${name} ${code}`))].toSorted()

test('what may have moved money is never offered again, and what has not always is', () => {
  for (const error of [...made, new Error('foreign'), 'text', undefined]) {
    const follows = afterFailure(error)
    if (follows === 'again') expect(describeError(error).effect).toBe('none')
    if (describeError(error).effect === 'none' && !wasCarriedOut(error))
      expect(['again', 'plan_again']).toContain(follows)
  }
})

test('what was carried out before is looked up: a new plan would begin after it, and could pay again', () => {
  const errors = made.filter(wasCarriedOut)
  expect(errors).toHaveLength(1)
  for (const error of errors) expect(afterFailure(error)).toBe('elsewhere')
})

test('an error from elsewhere is looked up: it may have been thrown after a broadcast', () => {
  for (const error of [new Error('foreign'), 'text', undefined]) expect(afterFailure(error)).toBe('elsewhere')
})

test('each error that is not simply tried again', () => {
  const follows = ['elsewhere', 'plan_again', 'over'] as const
  const errors = follows.map((one) => [one, namesOf(made.filter((error) => afterFailure(error) === one))])
  expect(Object.fromEntries(errors)).toMatchInlineSnapshot(`
    {
      "elsewhere": [
        "BridgeRefusedError burn_unknown",
        "ChainUnavailableError chain_unavailable",
        "ClaimOutcomeUnknownError claim_outcome_unknown",
        "ForwardingFailedError forwarding_failed",
        "HubOutcomeUnknownError hub_outcome_unknown",
        "HubTransferIdLostError hub_transfer_id_lost",
        "IssuerUnavailableError issuer_unavailable",
        "NotAttestedError not_attested",
        "ServiceProblemError internal_error",
        "ServiceProblemError upstream_timeout",
        "ServiceUnavailableError service_unavailable",
        "StalePlanError stale_plan",
        "TransactionReplacedError transaction_replaced",
        "TransactionUnconfirmedError transaction_unconfirmed",
        "TransferDiffersError transfer_differs",
        "WalletSilentError wallet_silent",
      ],
      "over": [
        "BoxRefusedError already_paid",
        "BoxRefusedError not_paid",
        "BurnNotFoundError burn_not_found",
        "ClaimHashNotFoundError claim_hash_not_found",
        "TransactionReplacedError transaction_replaced",
        "TransferLockedError transfer_locked",
        "WrongClaimCodeError wrong_claim_code",
      ],
      "plan_again": [
        "BridgeRefusedError fee_rose",
        "HubRefusedError expired_intent",
        "HubRefusedError insufficient_fee",
        "StalePlanError stale_plan",
      ],
    }
  `)
})
