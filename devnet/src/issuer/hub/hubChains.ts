import { arcTestnetChain, baseSepoliaChain } from '@holdfast/contracts'

/** The Hub's data and fees of a chain; times in the issuer's seconds. */
export type HubChainFacts = {
  chain: string
  network: string
  /** For a burn of a deposit on this chain, in USDC base units. */
  baseFee: bigint
  /** For a mint on this chain, in USDC base units; it changes slightly over time. */
  forwardingFee: bigint
  /** Until a deposit counts. */
  depositSeconds: number
  /** From a mint until it is final; 0 when inclusion is final. */
  finalitySeconds: number
  /** Blocks of seven days: an intent must be valid for at least this many. */
  intentBlocks: bigint
  /** Blocks of ten minutes: an attestation is valid for this many. */
  attestationBlocks: number
}

/** By domain. Fees as measured on the testnets in 2026. */
export const hubChains: ReadonlyMap<number, HubChainFacts> = new Map([
  [
    arcTestnetChain.bridgeDomain,
    {
      chain: 'Arc',
      network: 'Testnet',
      baseFee: 3_500n,
      forwardingFee: 15_900n,
      depositSeconds: 0.5,
      finalitySeconds: 0,
      intentBlocks: 1_209_600n,
      attestationBlocks: 1_200,
    },
  ],
  [
    baseSepoliaChain.bridgeDomain,
    {
      chain: 'Base',
      network: 'Sepolia',
      baseFee: 10_000n,
      forwardingFee: 53_000n,
      depositSeconds: 960,
      finalitySeconds: 960,
      intentBlocks: 302_400n,
      attestationBlocks: 300,
    },
  ],
])
