'use client'
import type { ServiceError } from '@holdfast/sdk/errors'
import type { PlanOperation, PlanOutcome } from '@holdfast/sdk/plan'
import type { UseMutationResult } from '@tanstack/react-query'
import { executePlanMutationOptions } from '../query/executePlanMutationOptions.js'
import type { Config, WriteProgress } from '../query/types.js'
import { useWrite } from './internal/useWrite.js'
import type { WriteHookOptions } from './types.js'

/** Carries out exactly what a plan says, as `executePlan` of the SDK. */
export function useExecutePlan<operation extends PlanOperation = PlanOperation>(
  parameters: executePlanMutationOptions.Parameters<operation> & {
    config?: Config | undefined
    mutation?: WriteHookOptions<executePlanMutationOptions.Variables<operation>, PlanOutcome<operation>> | undefined
  } = {},
): UseMutationResult<PlanOutcome<operation>, ServiceError, executePlanMutationOptions.Variables<operation>> & {
  progress: WriteProgress
} {
  return useWrite<
    executePlanMutationOptions.Variables<operation>,
    PlanOutcome<operation>,
    executePlanMutationOptions.Parameters<operation>
  >(executePlanMutationOptions, parameters)
}
