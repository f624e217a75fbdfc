import type { Address, TransactionReceipt } from 'viem'
import type { Operation } from '../../admission/Admission.js'
import type { ServedChain } from '../../chains/ServedChain.js'
import type { Call } from '../../sender/Call.js'
import type { OperationKind } from '../../store/Database.js'
import type { Outcome, OutcomeBody } from '../Outcome.js'

/** How one kind of operation is done. Only `preflight` and `interpret` ask the chain. */
export type Planner<content> = {
  kind: OperationKind
  /** Gas it may use at most; a call that needs more is refused. */
  gasMax: bigint
  parse: (content: string) => content
  /** Pure. */
  plan: (content: content, chain: ServedChain) => Call
  /**
   * Asks the chain whether it can be done, before anything is signed.
   *
   * @throws When the chain does not answer; nothing is sent then.
   */
  preflight: (content: content, context: PreflightContext) => Promise<Preflight>
  /**
   * What to answer where the chain refuses a call that the preflight let through, twice; `undefined` where it cannot say.
   *
   * @throws When the chain does not answer.
   */
  whyRefused?: (call: Call, context: PreflightContext) => Promise<OutcomeBody | undefined>
  /**
   * Judges a mined transaction.
   *
   * @throws When the chain has to be asked and does not answer; it is asked again.
   */
  interpret: (content: content, receipt: TransactionReceipt, chain: ServedChain) => Promise<Judgement>
}

/** Whom and what a preflight may ask. */
type PreflightContext = {
  chain: ServedChain
  relayer: Address
  /** Accounts that the service itself uses. */
  ownAddresses: readonly Address[]
  findOperation: (key: string) => Promise<Operation | undefined>
}

/** Whether an operation can be done now. */
export type Preflight =
  /** `call` takes the place of the plan, where the chain's state decides which call it takes. */
  | { ok: true; call?: Call }
  /** The operation with this key is under way and has to end first. */
  | { waitsFor: string }
  | { outcome: Outcome; units: 'charge' | 'refund'; state: 'final' | 'refused' }

/** What a mined transaction has done. */
type Judgement = { state: 'final' | 'failed'; outcome: Outcome }
