import { arcTestnetChain, type ContractAddresses, create2Factory, deploy } from '@holdfast/contracts'
import { type Chain, concatHex, createPublicClient, createWalletClient, custom, http } from 'viem'
import { permit2InitCode, permit2Salt } from '../generated/Permit2.js'
import { operatorAccount } from './accounts.js'

/**
 * Deploys Permit2 at its own address and our contracts, with ordinary transactions through the RPC endpoint of the devnet.
 *
 * @param mine - Called after each transaction, to mine it at once.
 */
export async function deployOwn(rpcUrl: string, chain: Chain, mine: () => Promise<void>): Promise<ContractAddresses> {
  // A repeated broadcast is refused as already known: on a busy machine, wait instead.
  const host = http(rpcUrl, { retryCount: 0, timeout: 60_000 })({ chain })
  const transport = custom(
    {
      request: async (call) => {
        const result = await host.request(call)
        if (call.method === 'eth_sendRawTransaction') await mine()
        return result
      },
    },
    { retryCount: 0 },
  )
  const publicClient = createPublicClient({ chain, transport, pollingInterval: 5, cacheTime: 0 })
  const walletClient = createWalletClient({ account: operatorAccount(), chain, transport })
  if ((await publicClient.getCode({ address: arcTestnetChain.permit })) === undefined) {
    const hash = await walletClient.sendTransaction({
      to: create2Factory,
      data: concatHex([permit2Salt, permit2InitCode]),
    })
    await publicClient.waitForTransactionReceipt({ hash })
  }
  const { chainId: _chainId, transactions: _transactions, ...addresses } = await deploy({ publicClient, walletClient })
  return addresses
}
