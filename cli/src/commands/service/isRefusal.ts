import { ServiceProblemError } from '@holdfast/sdk/errors'

/** Whether the service refused before it began. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ServiceProblemError && error.effect === 'none'
}
