import type { RemoteCoSigner } from '@holdfast/sdk/shield'
import type { Context, OpenWallet } from '../command/Context.js'
import { openService } from '../service/openService.js'

/**
 * The co-signer of the settings' service, as the service names him now.
 *
 * @param owner - Proves to him that it is the owner of a box who asks.
 * @throws CommandFailure `no_service`
 */
export async function openCosigner(
  { settings, terminal, signal }: Pick<Context, 'settings' | 'terminal' | 'signal'>,
  { chainId, owner }: { chainId: number; owner?: Pick<OpenWallet, 'walletClient'> | undefined },
): Promise<RemoteCoSigner> {
  const service = openService(settings)
  const address = await terminal.during('asking for the co-signer', () => service.cosignerAddress({ signal }))
  return service.coSigner({ address, chainId, auth: owner && proofBy(owner) })
}

function proofBy({ walletClient }: Pick<OpenWallet, 'walletClient'>) {
  const { account } = walletClient
  return { address: account.address, sign: (message: string) => walletClient.signMessage({ account, message }) }
}
