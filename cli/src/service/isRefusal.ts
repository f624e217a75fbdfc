import { ServiceProblemError } from '@holdfast/sdk/errors'

/** Whether the service said no before it began; what it says of troubles of its own leaves open what has begun. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ServiceProblemError && ![500, 502, 504].includes(error.status)
}
