import type { Address, TransactionReceipt } from 'viem'
import type { Operation } from '../../admission/Admission.js'
import type { ServedChain } from '../../chains/ServedChain.js'
import type { Call } from '../../sender/Call.js'
import type { OperationKind } from '../../store/Database.js'
import type { Outcome, OutcomeBody } from '../Outcome.js'

/** How one kind of operation is carried out. Only `preflight` and `interpret` ask the chain. */
export type Planner<content> = {
  kind: OperationKind
  /** Highest gas; a call that needs more is refused. */
  gasMax: bigint
  parse: (content: string) => content
  /** Pure. */
  plan: (content: content, chain: ServedChain) => Call
  /**
   * Asks the chain whether it can be carried out, before anything is signed.
   *
   * @throws When the chain does not answer; nothing is sent then.
   */
  preflight: (content: content, context: PreflightContext) => Promise<Preflight>
  /**
   * The answer when the chain refuses, twice, a call that passed the preflight; `undefined` when it is unknown.
   *
   * @throws When the chain does not answer.
   */
  whyRefused?: (call: Call, context: PreflightContext) => Promise<OutcomeBody | undefined>
  /**
   * Judges a mined transaction.
   *
   * @throws When the chain must be asked and does not answer; it is asked again.
   */
  interpret: (content: content, receipt: TransactionReceipt, chain: ServedChain) => Promise<Judgement>
}

/** What a preflight may use. */
type PreflightContext = {
  chain: ServedChain
  relayer: Address
  /** Accounts that the service itself uses. */
  ownAddresses: readonly Address[]
  findOperation: (key: string) => Promise<Operation | undefined>
}

/** Whether an operation can be carried out now. */
export type Preflight =
  /** `call` replaces the plan, when the chain's state decides which call is needed. */
  | { ok: true; call?: Call }
  /** The operation with this key is in progress and must end first. */
  | { waitsFor: string }
  | { outcome: Outcome; units: 'charge' | 'refund'; state: 'final' | 'refused' }

/** The result of a mined transaction. */
type Judgement = { state: 'final' | 'failed'; outcome: Outcome }
