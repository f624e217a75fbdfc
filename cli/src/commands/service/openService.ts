import { createServiceClient, type RequestAccount, type ServiceClient } from '@holdfast/sdk/service'
import { usageFailure } from '../../failure/CommandFailure.js'
import { readUrl, SETTINGS, type Settings } from '../../settings/settings.js'

/**
 * The service of the settings.
 *
 * @param account - Signs what the relayer pays for; the service's public data needs none.
 * @throws CommandFailure where none is set, `InvalidInputError` where its URL is more than a host and a path.
 */
export function openService(settings: Settings, account?: RequestAccount): ServiceClient {
  const baseUrl = readUrl('service', settings)
  if (baseUrl === undefined)
    throw usageFailure('no_service', 'This command needs a Holdfast service, and none is set.', [
      `Name it with ${SETTINGS.service.flags} or ${SETTINGS.service.variable}.`,
      'To try it, `holdfast devnet --with-service` starts one.',
    ])
  return createServiceClient({ baseUrl, account })
}
