import { attesterAccount } from '../../chain/accounts.js'
import { json, type Surface } from '../../http/reply.js'
import type { IssuerContext } from '../context.js'
import { issuerSurface } from '../issuerSurface.js'

/** Serves the issuer's attestation and forwarding API. */
export function attestationSurface({ faults }: IssuerContext): Surface {
  return issuerSurface(faults, 'attestation', async ({ method, path }) => {
    if (method === 'GET' && path === '/v2/publicKeys')
      return json(200, { publicKeys: [{ publicKey: attesterAccount().publicKey, cctpVersion: '2' }] })
    return undefined
  })
}
