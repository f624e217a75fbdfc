import type { Hash } from 'viem'
import { count, flag, hash, record } from './check.js'
import { checkIssuer, ISSUER_FIELDS, type IssuerFaults, issuerDefaults } from './issuer.js'

/** Faults of the issuer's Hub API. */
export type HubFaults = IssuerFaults & {
  /** No further deposit counts; those that count already still do. @default false */
  holdDeposits: boolean
  /** No forwarded mint is sent; if this lasts longer than the attestation, the transfer expires. @default false */
  holdMints: boolean
  /** This many forwarded mints run out of gas on chain. @default 0 */
  failMints: number
  /** Transfers cost this many USDC base units more than estimated. @default 0 */
  feeRise: number
  /** Signatures of contracts (ERC-1271) are refused, as in older deployments. @default false */
  withoutContractSigners: boolean
  /** Estimates without forwarder are a bare list, as in older deployments. @default false */
  bareEstimates: boolean
  /** Every transfer is answered as minted in this transaction: a dishonest service. Null for the truth. @default null */
  claimedMint: Hash | null
}

export function hubDefaults(): HubFaults {
  return {
    ...issuerDefaults(),
    holdDeposits: false,
    holdMints: false,
    failMints: 0,
    feeRise: 0,
    withoutContractSigners: false,
    bareEstimates: false,
    claimedMint: null,
  }
}

export function checkHub(value: unknown) {
  const hub = record(value, 'hub', [...ISSUER_FIELDS, ...flags, ...counts, 'claimedMint'])
  checkIssuer(hub, 'hub')
  for (const field of flags) flag(hub[field], `hub.${field}`)
  for (const field of counts) count(hub[field], `hub.${field}`)
  if (hub.claimedMint !== null) hash(hub.claimedMint, 'hub.claimedMint')
}

const flags = ['holdDeposits', 'holdMints', 'withoutContractSigners', 'bareEstimates']
const counts = ['failMints', 'feeRise']
