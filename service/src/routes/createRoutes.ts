import type { Cosigner } from '../cosign/Cosigner.js'
import type { Route } from '../http/Route.js'
import { getAnnouncements } from './getAnnouncements.js'
import { getCosign } from './getCosign.js'
import { getHealth } from './getHealth.js'
import { getVerifiedRecipients } from './getVerifiedRecipients.js'
import { postCosign } from './postCosign.js'
import { postGaslessClaim } from './postGaslessClaim.js'
import { postInvestigate } from './postInvestigate.js'
import { postRelayAnnounce } from './postRelayAnnounce.js'
import { postRelayCreate } from './postRelayCreate.js'
import { postRelayGas } from './postRelayGas.js'
import type { RouteParts } from './RouteParts.js'

/**
 * The ten routes.
 *
 * @param cosigner - `undefined` without a key.
 */
export function createRoutes(parts: RouteParts, cosigner: Cosigner | undefined): readonly Route[] {
  const { cosigner: key, relayer } = parts.keys
  const { patienceMs = 0 } = parts
  const routes = [
    getHealth(parts),
    getCosign({ keys: { cosigner: key, relayer, keeper: undefined } }),
    postCosign(parts, cosigner),
    getVerifiedRecipients(parts),
    getAnnouncements(parts),
    postGaslessClaim(parts),
    postRelayCreate(parts),
    postRelayAnnounce(parts),
    postRelayGas(parts),
    postInvestigate(parts),
  ]
  return routes.map((route) => ({ ...route, deadlineMs: route.deadlineMs + 2 * patienceMs }))
}
