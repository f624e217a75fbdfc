import { chainIdOf } from '@holdfast/sdk/chain'
import { claim, claimWithKey, signClaim } from '@holdfast/sdk/transfer'
import { describeNetworkFee } from '../../chain/describeChain.js'
import { follow } from '../../chain/follow.js'
import type { Context } from '../../command/Context.js'
import type { ClaimWay } from './ClaimWay.js'

/** The wallet submits the claim, and pays the network. */
export async function throughWallet(context: Context): Promise<ClaimWay> {
  const clients = await context.openWallet()
  const { publicClient: client, walletClient } = clients
  const chainId = await chainIdOf(client)
  return {
    client,
    chainId,
    network: `${await describeNetworkFee(client, chainId)}, from ${walletClient.account.address}`,
    account: walletClient.account.address,
    submit: (transferId, opener, recipient) =>
      follow(
        context,
        { command: 'claim', chainId, facts: { transferId: `${transferId}` }, doing: `claiming transfer ${transferId}` },
        async (followed) =>
          'privateKey' in opener
            ? claimWithKey(clients, await signClaim(opener, { chainId, transferId, recipient }), followed)
            : claim(clients, transferId, opener.code, opener.salt, { ...followed, recipient }),
      ),
  }
}
