import { InvalidInputError } from '@holdfast/sdk/errors'
import { createServiceClient, type RequestAccount, type ServiceClient } from '@holdfast/sdk/service'
import type { Holdfast } from '../createHoldfast.js'

/**
 * A client of the application's service.
 *
 * @param account - Signs where the options of the service name no account.
 * @throws `InvalidInputError` where the application names no service.
 */
export function serviceOf({ service }: Holdfast, account?: RequestAccount): ServiceClient {
  if (service === undefined)
    throw new InvalidInputError('service', 'No service was passed to `createHoldfast`, and this asks one.')
  return createServiceClient({ ...service, account: service.account ?? account })
}
