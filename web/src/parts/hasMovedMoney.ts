import { describeError, StalePlanError } from '@holdfast/sdk/errors'

/** Whether money has moved, or may have: the plan that failed like this is not offered once more. A stale plan is made again. */
export function hasMovedMoney(error: unknown): boolean {
  return error !== undefined && !(error instanceof StalePlanError) && describeError(error).effect !== 'none'
}
