import type { Address } from 'viem'
import type { RiskLevel } from '../../errors/risk.js'
import type { RiskInput } from './RiskInput.js'

/** One case of a rule, good or bad. `rules.test.ts` judges each with `evaluateRisk`. */
export type Example = {
  /** What the case shows. */
  says: string
  target: Address
  /** What the chain records, oldest first; left out where only the published answers are known. */
  history?: readonly ExampleRecord[]
  /** Payees of the sender in all, those of `history` and the sender included; filled up with addresses like no other. */
  known?: number
  /** Facts beside the history; those left out are of an address that has been in use for years. */
  facts?: Omit<Partial<RiskInput>, 'sender' | 'target' | 'history'> & {
    complete?: boolean
    unreadChains?: readonly number[]
  }
  /** Severity of the rule's reason; `null` where the rule says nothing. */
  expected: RiskLevel | null
}

/** A record between the sender and another address. */
export type ExampleRecord =
  | { kind: 'payment'; to: Address; usdc?: number }
  | { kind: 'income'; from: Address; usdc: number; by?: 'target' | 'other' }
  | { kind: 'zero'; to: Address; by: ExampleSigner }
  | { kind: 'zero'; from: Address; by: ExampleSigner }
  | { kind: 'counterfeit'; to: Address; by: ExampleSigner }
  | { kind: 'counterfeit'; from: Address; by: ExampleSigner }

/** Who signed a record: the sender, the other address, a third party, or unknown. */
export type ExampleSigner = 'sender' | 'target' | 'other' | 'unknown'

/** Was paid 1,155 WBTC in May 2024 instead of {@link genuine}, with which it shares 4 + 6 characters. */
export const impostor = '0xd9a1c3788d81257612e2581a6ea0ada244853a91'

export const genuine = '0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91'

/** Resembles no other address here. */
export const stranger = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'

/** An address that shares exactly so many characters with {@link genuine} at each end. */
export function resembling(prefix: number, suffix: number): Address {
  const middle = '7'.repeat(40 - prefix - suffix)
  return `0x${genuine.slice(2, 2 + prefix)}${middle}${suffix > 0 ? genuine.slice(-suffix) : ''}`
}

/** When the cases are judged. */
export const now = new Date('2026-11-20T12:00:00Z')
