import { restoreChainRequest } from '@holdfast/guard/rpc'
import { chooseChain } from '../../chain/chooseChain.js'
import { defineCommand } from '../../command/Command.js'

export const command = defineCommand({
  summary: 'print the request that removes the guard from a wallet and restores the endpoints of its chain',
  details:
    'A wallet keeps an endpoint until it is changed. Wallets that do not take the request have the endpoint in their network settings. The page of a running guard has a button for it.',
  examples: [['guard remove', 'for the chain of the settings']],
  result: {
    chainId: 'number',
    rpcUrls: 'list of the endpoints of the chain',
    request: 'the `wallet_addEthereumChain` request that brings them back',
  },
  async run({ settings }) {
    const { id } = chooseChain(settings.chain.value ?? '')
    const request = restoreChainRequest(id)
    const [{ chainName, rpcUrls }] = request.params
    return {
      result: { chainId: id, rpcUrls, request },
      text: [
        `In your wallet, set the RPC URL of ${chainName} back to ${rpcUrls[0]}.`,
        'Or let a page that is connected to it ask for that:',
        JSON.stringify(request),
      ].join('\n'),
    }
  },
})
