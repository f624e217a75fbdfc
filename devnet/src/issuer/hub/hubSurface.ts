import type { Surface } from '../../http/reply.js'
import type { IssuerContext } from '../context.js'
import { issuerSurface } from '../issuerSurface.js'

/** Serves the issuer's Hub API. */
export function hubSurface({ faults }: IssuerContext): Surface {
  return issuerSurface(faults, 'hub', async () => undefined)
}
