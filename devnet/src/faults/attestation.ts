import type { Hash } from 'viem'
import { count, flag, hash, oneOf, record } from './check.js'
import { checkIssuer, type IssuerFaults, issuerDefaults } from './issuer.js'

/** Faults of the issuer's attestation and forwarding service. */
export type AttestationFaults = IssuerFaults & {
  /**
   * While set, no burn gets beyond this state: not found (`unknown`), waiting for finality (`pending`), or attested and not
   * minted.
   *
   * @default null
   */
  hold: 'unknown' | 'pending' | 'attested' | null
  /** Attestations come this many milliseconds later. @default 0 */
  slowMs: number
  /** This many forwarded mints fail without a transaction. @default 0 */
  failMints: number
  /** Forwarding costs this many USDC base units more than the fee list says. @default 0 */
  feeRise: number
  /** State of an attested burn whose fee does not cover the mint; `absent` for none. @default 'PENDING' */
  unpaidForwardState: 'PENDING' | 'FAILED' | 'absent'
  /** Base units that may be burned fast; a larger fast burn waits for finality. @default 123_999_999_999 */
  fastAllowance: number
  /** Base units above which a fast burn waits for finality; null for no limit. @default null */
  fastMaximum: number | null
  /** Number of destination blocks for which a fast attestation is valid; null for a day of them. @default null */
  expiryBlocks: number | null
  /** Nothing is forwarded anywhere: no fee for it, no state, no mint. @default false */
  withoutForwarding: boolean
  /** Seed of the fees that the list quotes. @default 1 */
  feeSeed: number
  /** Spelling of the middle forwarding fee. @default 'med' */
  mediumSpelling: 'med' | 'medium'
  /** Fees, finality thresholds and versions are sent as text, not as numbers. @default false */
  numbersAsText: boolean
  /** The fee list is wrapped in an object, below `data`. @default false */
  wrappedFees: boolean
  /** A burn that is not found yet is an empty list with 200, not a 404. @default false */
  emptyWhileUnknown: boolean
  /**
   * Every burn that is attested is answered as minted: a dishonest service. What is minted goes on, and is not said. Null for
   * the truth.
   *
   * @default null
   */
  claim: BridgeClaim | null
}

/** What a dishonest service says of a mint. */
type BridgeClaim = {
  /** The transaction in which it is. */
  readonly forwardTxHash: Hash
  /** Of the message, in USDC base units. @default what was burned */
  readonly amount?: number | undefined
}

export function attestationDefaults(): AttestationFaults {
  return {
    ...issuerDefaults(),
    hold: null,
    slowMs: 0,
    failMints: 0,
    feeRise: 0,
    unpaidForwardState: 'PENDING',
    fastAllowance: 123_999_999_999,
    fastMaximum: null,
    expiryBlocks: null,
    withoutForwarding: false,
    feeSeed: 1,
    mediumSpelling: 'med',
    numbersAsText: false,
    wrappedFees: false,
    emptyWhileUnknown: false,
    claim: null,
  }
}

export function checkAttestation(value: unknown) {
  const fields = record(value, 'attestation', Object.keys(attestationDefaults()))
  checkIssuer(fields, 'attestation')
  for (const field of flags) flag(fields[field], `attestation.${field}`)
  for (const field of counts) count(fields[field], `attestation.${field}`)
  for (const field of limits) if (fields[field] !== null) count(fields[field], `attestation.${field}`)
  if (fields.hold !== null) oneOf(fields.hold, 'attestation.hold', ['unknown', 'pending', 'attested'])
  if (fields.claim !== undefined && fields.claim !== null) {
    const claim = record(fields.claim, 'attestation.claim', ['forwardTxHash', 'amount'])
    if (claim.forwardTxHash === undefined) throw new RangeError('attestation.claim.forwardTxHash is missing.')
    hash(claim.forwardTxHash, 'attestation.claim.forwardTxHash')
    count(claim.amount, 'attestation.claim.amount')
  }
  oneOf(fields.unpaidForwardState, 'attestation.unpaidForwardState', ['PENDING', 'FAILED', 'absent'])
  oneOf(fields.mediumSpelling, 'attestation.mediumSpelling', ['med', 'medium'])
}

const flags = ['withoutForwarding', 'numbersAsText', 'wrappedFees', 'emptyWhileUnknown'] as const
const counts = ['slowMs', 'failMints', 'feeRise', 'fastAllowance', 'feeSeed'] as const
const limits = ['fastMaximum', 'expiryBlocks'] as const
