import { record } from './check.js'
import { checkIssuer, ISSUER_FIELDS, issuerDefaults } from './issuer.js'
import type { IssuerFaults } from './types.js'

/** Faults of the issuer's Hub API. */
export type HubFaults = IssuerFaults

export function hubDefaults(): HubFaults {
  return issuerDefaults()
}

export function checkHub(value: unknown) {
  checkIssuer(record(value, 'hub', ISSUER_FIELDS), 'hub')
}
