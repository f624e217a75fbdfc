import type { Address } from 'viem'
import type { WriteOptions } from '../chain/transaction/execute.js'
import type { RiskAcknowledgement } from '../risk/acknowledgementCovers.js'
import type { CheckOptions } from '../risk/check.js'
import type { IssuerFlowOptions } from './internal/Definition.js'
import type { StepOptions } from './internal/keepTo.js'
import type { PlanOperation, PlanOperations } from './operations.js'

/** How an operation is planned. */
export type PlanOptions = {
  /** Leaves the firewall out of the plan; it must then be left out again when the plan is carried out. @default false */
  skipRiskCheck?: boolean | undefined
  checkOptions?: CheckOptions | undefined
  /** A verifier other than the built-in one that may decide on a claim. */
  allowVerifier?: Address | undefined
  /** How the issuer's services are asked, for operations of the Bridge and the Hub. */
  issuer?: IssuerFlowOptions | undefined
  signal?: AbortSignal | undefined
}

/** How a plan is carried out. */
export type ExecutePlanOptions<operation extends PlanOperation = PlanOperation> = PlanOptions &
  Omit<WriteOptions, 'onTransactionHash'> &
  StepOptions & {
    /** A person's decision on the report of a payment that the firewall blocks; the payment is checked once more. */
    acknowledgement?: RiskAcknowledgement | undefined
    /** The same for several payees. */
    acknowledgements?: readonly RiskAcknowledgement[] | undefined
    /** What a warning does. @default 'warn' */
    onWarning?: 'warn' | 'block' | undefined
    /** The secrets that the plan leaves out, where the operation needs any. */
    handOver?: PlanOperations[operation]['handOver'] | undefined
  }
