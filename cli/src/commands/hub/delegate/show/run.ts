import { BRIDGE_CHAINS, chainLabel } from '@holdfast/sdk/chain'
import { isHubDelegate } from '@holdfast/sdk/hub'
import { chooseBridgeChain } from '../../../../chain/chooseBridgeChain.js'
import type { Run } from '../../../../command/Command.js'
import { requireHubChain } from '../../../../hub/requireHubChain.js'
import { findAddress, readAddress } from '../../../../input/readAddress.js'

export const run: Run = async (context, { positionals: [typed], options }) => {
  const delegate = readAddress('address', typed)
  const named = findAddress('--depositor', options.depositor)
  const chain = requireHubChain(chooseBridgeChain('--chain', context.settings.chain.value))
  const depositor = named ?? (await context.openWallet()).walletClient.account.address
  const client = await context.openChain(BRIDGE_CHAINS[chain].chainId)
  const isAllowed = await isHubDelegate(client, { chain, depositor, delegate })
  return {
    result: { chain, depositor, delegate, isAllowed },
    text: `${delegate} ${isAllowed ? 'may' : 'may not'} spend the balance of ${depositor} on ${chainLabel(chain)}.`,
  }
}
