import type { IssuerRequestOptions } from '../../chain/issuerApi/options.js'
import { HubRefusedError } from '../../errors/hub.js'
import type { TransferSpec } from './burnIntent.js'
import { ceilingsFor } from './fees.js'
import { askEstimate } from './hubApi.js'

/**
 * What to sign for a spec.
 *
 * @throws {@link HubRefusedError} when no one would mint; what the issuer's service throws.
 */
export async function quoteIntent(
  spec: TransferSpec,
  options: IssuerRequestOptions,
): Promise<ReturnType<typeof ceilingsFor>> {
  const { forwardingFee, ...rest } = await askEstimate(spec, options)
  if (forwardingFee === undefined) throw new HubRefusedError('not_forwarded')
  return ceilingsFor({ ...rest, forwardingFee })
}
