'use client'
import type { ServiceError } from '@holdfast/sdk/errors'
import type { Plan, PlanOperation } from '@holdfast/sdk/plan'
import type { UseQueryResult } from '@tanstack/react-query'
import { planOperationQueryOptions } from '../query/planOperationQueryOptions.js'
import type { Config } from '../query/types.js'
import { useRead } from './internal/useRead.js'
import type { ReadOptions } from './types.js'

/** Reads what an operation of the connected account will do, before anything is signed. */
export function usePlanOperation<operation extends PlanOperation>(
  parameters: planOperationQueryOptions.Parameters<operation> & {
    config?: Config | undefined
    query?: ReadOptions<Plan<operation>> | undefined
  } = {},
): UseQueryResult<Plan<operation>, ServiceError> {
  return useRead<Plan<operation>, planOperationQueryOptions.Parameters<operation>>(
    planOperationQueryOptions,
    parameters,
  )
}
