import type { Context } from '../../command/Context.js'
import { standIn } from '../../wallet/standIn.js'
import { openGaslessClaims, releaseRequired } from '../service/openGaslessClaims.js'
import type { ClaimWay } from './ClaimWay.js'

/** The service submits the claim, and its relayer pays the network. Takes no wallet. */
export async function claimThroughService(context: Context): Promise<ClaimWay> {
  const client = await context.openChain()
  const { relayer, submit } = await openGaslessClaims(context, client)
  return {
    network: `paid by the service, from ${relayer}`,
    clientsFor: (recipient) => standIn(client, recipient),
    async submit(_, claim) {
      const { outcome, txHash } = await submit(claim, 'claim --gasless')
      if (outcome === 'claimed') return txHash
      throw releaseRequired(claim.transferId)
    },
  }
}
