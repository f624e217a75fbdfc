import { record } from './check.js'
import { checkIssuer, ISSUER_FIELDS, issuerDefaults } from './issuer.js'
import type { IssuerFaults } from './types.js'

/** Faults of the issuer's attestation and forwarding service. */
export type AttestationFaults = IssuerFaults

export function attestationDefaults(): AttestationFaults {
  return issuerDefaults()
}

export function checkAttestation(value: unknown) {
  checkIssuer(record(value, 'attestation', ISSUER_FIELDS), 'attestation')
}
