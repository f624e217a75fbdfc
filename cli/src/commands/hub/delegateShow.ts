import { BRIDGE_CHAINS, chainLabel } from '@holdfast/sdk/chain'
import { isHubDelegate } from '@holdfast/sdk/hub'
import { chooseBridgeChain } from '../../chain/chooseChain.js'
import { defineCommand } from '../../command/Command.js'
import { findAddress, readAddress } from '../../input/readAddress.js'
import { requireHubChain } from './requireHubChain.js'

export const command = defineCommand({
  summary: 'ask whether an account may spend a balance in the Hub',
  details: 'On the chain of --chain. The Hub keeps no list of delegates: it answers for one account at a time.',
  wallet: 'names',
  positionals: [{ name: 'address', describes: 'the account' }],
  options: [{ flags: '--depositor <address>', describes: 'account whose balance is shown; by default the wallet' }],
  examples: [
    ['hub delegate show 0x90F79bf6EB2c4f870365E785982E1f101E93b906', 'may it spend the balance of the wallet?'],
  ],
  result: {
    chain: 'name of the chain',
    depositor: 'address whose balance it is',
    delegate: 'address',
    isAllowed: 'whether it may spend that balance; true for the depositor',
  },
  async run(context, { positionals: [typed], options }) {
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
  },
})
