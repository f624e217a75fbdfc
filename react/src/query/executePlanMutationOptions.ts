import type { BridgeChainName } from '@holdfast/sdk/chain'
import {
  type ExecutePlanOptions,
  executePlan,
  type Plan,
  type PlanOperation,
  type PlanOperations,
  type PlanOutcome,
} from '@holdfast/sdk/plan'
import { destinationOf } from './internal/destination.js'
import { BOXES, BRIDGE, HUB, TRANSFERS } from './internal/touches.js'
import { write } from './internal/write.js'
import type { JournalEntry } from './journal.js'
import type { Asked, Config, Entry, WriteMutation, WriteParameters } from './types.js'

/** Options of a mutation. Carries out exactly what a plan says, as `executePlan` of the SDK. */
export function executePlanMutationOptions<operation extends PlanOperation = PlanOperation>(
  config: Config,
  { makeHandOver, ...parameters }: executePlanMutationOptions.Parameters<operation> = {},
): WriteMutation<executePlanMutationOptions.Variables<operation>, PlanOutcome<operation>> {
  return write<executePlanMutationOptions.Asks<operation>, PlanOutcome<operation>>({
    name: 'executePlan',
    touches: [...TRANSFERS, ...BOXES, ...HUB, ...BRIDGE],
    run: async (
      { clients, config, holdfast, steps, checking, keep, seal },
      { plan, handOver, checkOptions, issuer, ...options },
    ) => {
      const kept = handOver === undefined ? undefined : (await holdfast.journal.open(handOver)).secret
      const opened = kept === undefined || makeHandOver === undefined ? kept : await makeHandOver(kept)
      return executePlan(clients, plan, {
        ...options,
        checkOptions: await checking(checkOptions),
        // The plan checks what it is handed.
        handOver: opened as PlanOperations[operation]['handOver'],
        ...steps,
        issuer: {
          ...destinationIn(config, plan),
          ...issuer,
          onBridgeStep: steps.onStep,
          onHubStep: steps.onStep,
          onProgress: (bridge) => keep({ bridge }),
          onIntent: (signed) => seal({ signed }),
          onTransferId: (transferId) => keep({ transferId }),
        },
      })
    },
  })(config, parameters)
}

/** A client of the chain where the money of a plan arrives, where it is a chain of the Bridge. */
function destinationIn(config: Config, { params }: Plan) {
  const to = 'progress' in params ? params.progress.to : 'to' in params ? params.to : undefined
  // Of other operations, `to` is an account.
  return to === undefined ? {} : destinationOf(config, to as BridgeChainName)
}

export declare namespace executePlanMutationOptions {
  type Parameters<operation extends PlanOperation> = WriteParameters & {
    /**
     * Makes the plan's `handOver` from the secret in its row of the journal. A journal stores only data, so an object such as a
     * co-signer is made again, for instance from its address and the owner of the box. @default the secret as it is stored
     */
    makeHandOver?:
      | ((
          kept: JournalEntry['secret'],
        ) => PlanOperations[operation]['handOver'] | Promise<PlanOperations[operation]['handOver']>)
      | undefined
  }
  type Asks<operation extends PlanOperation> = {
    plan: Plan<operation>
    /** The row of the journal with the secrets that the plan leaves out. */
    handOver?: string | undefined
  } & Omit<Asked<ExecutePlanOptions>, 'handOver'>
  type Variables<operation extends PlanOperation> = Asks<operation> & Entry
}
