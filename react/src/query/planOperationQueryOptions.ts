import { type Plan, type PlanOperation, type PlanOperations, type PlanOptions, planOperation } from '@holdfast/sdk/plan'
import type { Address } from 'viem'
import { checkingOf } from './checkingOf.js'
import { connectedPair } from './internal/connectedPair.js'
import { read } from './internal/read.js'
import type { Asked, BuilderParameters, Config, Loose, ReadQuery } from './types.js'

/** Options of a query for what an operation of the connected account will do, before anything is signed. */
export function planOperationQueryOptions<operation extends PlanOperation>(
  config: Config,
  parameters: planOperationQueryOptions.Parameters<operation> = {},
): ReadQuery<Plan<operation>> {
  // A plan is never `undefined`, which the compiler cannot see of a generic one.
  return read<planOperationQueryOptions.Asks<operation>, Plan<operation>>({
    name: 'planOperation',
    needs: ['account', 'operation', 'params'],
    run: async ({ config, chainId, holdfast, signal }, { operation, params, checkOptions, ...options }) => {
      const checking = { ...(await checkingOf(holdfast)), ...checkOptions }
      const { clients } = await connectedPair(config, chainId, holdfast)
      return planOperation(clients, operation, params, { ...options, checkOptions: checking, signal })
    },
  })(config, parameters) as ReadQuery<Plan<operation>> // The operation of the plan is that of the parameters.
}

export declare namespace planOperationQueryOptions {
  /** What the read needs. `account` is the connected one. */
  type Asks<operation extends PlanOperation> = {
    account: Address
    operation: operation
    params: PlanOperations[operation]['params']
  } & Asked<PlanOptions>
  type Parameters<operation extends PlanOperation> = BuilderParameters & Loose<Asks<operation>>
}
