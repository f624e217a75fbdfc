import { signClaim } from '@holdfast/sdk/transfer'
import type { Context } from '../../command/Context.js'
import { openGaslessClaims, releaseRequired } from '../../service/openGaslessClaims.js'
import { standIn } from '../../wallet/standIn.js'
import type { ClaimWay } from './ClaimWay.js'

/** The service submits the claim, and its relayer pays the network. Takes no wallet. */
export async function throughService(context: Context): Promise<ClaimWay> {
  const client = await context.openChain()
  const { relayer, submit } = await openGaslessClaims(context, client)
  return {
    network: `paid by the service, from ${relayer}`,
    clientsFor: (recipient) => standIn(client, recipient),
    async submit({ chainId, recipient, params: { transferId } }, opener) {
      if (recipient === null) throw new Error('A claim has a recipient.')
      const claim =
        'privateKey' in opener
          ? await signClaim(opener, { chainId, transferId, recipient })
          : { transferId, code: opener.code, salt: opener.salt, recipient }
      const { outcome, txHash } = await submit(claim, 'claim --gasless')
      if (outcome === 'claimed') return txHash
      throw releaseRequired(transferId)
    },
  }
}
