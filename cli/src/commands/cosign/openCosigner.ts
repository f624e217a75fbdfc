import type { RemoteCoSigner } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { signMessage } from 'viem/actions'
import type { Context, OpenWallet } from '../../command/Context.js'
import { openService } from '../service/openService.js'

/** For which chain, and who proves to the co-signer that the owner of a box asks. */
type Asker = { chainId: number; owner?: Pick<OpenWallet, 'walletClient'> | undefined }

/**
 * The co-signer of the settings' service, as the service names it now.
 *
 * @throws CommandFailure `no_service`
 */
export async function openCosigner(
  context: Pick<Context, 'settings' | 'terminal' | 'signal'>,
  asker: Asker,
): Promise<RemoteCoSigner> {
  return cosignerAt(context, await readCosigner(context), asker)
}

/** Its address where the settings name a service; undefined where they name none. */
export async function findCosigner(context: Context): Promise<Address | undefined> {
  return context.settings.service.value === undefined ? undefined : readCosigner(context)
}

async function readCosigner({ settings, terminal, signal }: Parameters<typeof openCosigner>[0]): Promise<Address> {
  const service = openService(settings)
  return terminal.during('asking for the co-signer', () => service.cosignerAddress({ signal }))
}

/** The same where its address is known. Makes no request. */
export function cosignerAt(
  { settings }: Pick<Context, 'settings'>,
  address: Address,
  { chainId, owner }: Asker,
): RemoteCoSigner {
  return openService(settings).coSigner({ address, chainId, auth: owner && proofBy(owner) })
}

function proofBy({ walletClient }: Pick<OpenWallet, 'walletClient'>) {
  const { account } = walletClient
  return { address: account.address, sign: (message: string) => signMessage(walletClient, { account, message }) }
}
