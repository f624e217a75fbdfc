import { BRIDGE_CHAINS } from '@holdfast/sdk/chain'
import { isHubDelegate } from '@holdfast/sdk/hub'
import { isAddressEqual } from 'viem'
import { chooseBridgeChain } from '../../chain/chooseChain.js'
import type { Input } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { readAddress } from '../../input/readAddress.js'
import { requireHubChain } from './requireHubChain.js'

/** The wallet on the chain of its balance, and whether the account that was named may spend that balance now. */
export async function openDelegation(context: Context, { positionals: [typed] }: Pick<Input, 'positionals'>) {
  const delegate = readAddress('address', typed)
  const chain = requireHubChain(chooseBridgeChain('--chain', context.settings.chain.value))
  const { chainId } = BRIDGE_CHAINS[chain]
  const clients = await context.openWallet(await context.openChain(chainId))
  const depositor = clients.walletClient.account.address
  if (isAddressEqual(delegate, depositor))
    throw usageFailure('invalid_address', 'That is the wallet itself, which can always spend its own balance.')
  const isAllowed = await isHubDelegate(clients.publicClient, { chain, depositor, delegate })
  return { clients, chain, chainId, depositor, delegate, isAllowed }
}
