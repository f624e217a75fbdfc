import type { GaslessClaimResult, ProblemCode } from '@holdfast/sdk/wire'
import type { Hash } from 'viem'

/**
 * The result of an operation, the same for every caller, now and later: a body for status 200, or a problem.
 *
 * `impossible` means that the chain would never have allowed it; such requests cost no units and are counted
 * separately.
 */
export type Outcome =
  | { body: OutcomeBody; impossible?: true | undefined }
  | { problem: ProblemCode; txHash?: Hash | undefined; impossible?: true | undefined }

/** By kind of operation: claim, create, announce, gas. */
export type OutcomeBody =
  | GaslessClaimResult
  | { account: string; txHash: Hash | null }
  | { txHash: Hash }
  | { txHash: Hash | null; amount: string }

/** Encodes an outcome for {@link parseOutcome}. */
export function encodeOutcome(outcome: Outcome): string {
  return JSON.stringify(outcome)
}

/** Parses the outcome of an operation that has ended. */
export function parseOutcome(outcome: string): Outcome {
  // Written by `encodeOutcome`.
  return JSON.parse(outcome) as Outcome
}
