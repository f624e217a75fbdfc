import { type DeployResult, deploy } from '@holdfast/contracts'
import { concatHex, createPublicClient, createWalletClient, http } from 'viem'
import { arcTestnet } from 'viem/chains'
import { permit2InitCode, permit2Salt } from '../generated/Permit2.js'
import { operatorAccount, primaryAddresses } from '../primary/facts.js'

/** Deploys Permit2 at its own address and our contracts, as anyone would, through the front. */
export async function deployOwn(rpcUrl: string): Promise<DeployResult> {
  const transport = http(rpcUrl)
  const publicClient = createPublicClient({ chain: arcTestnet, transport, pollingInterval: 5, cacheTime: 0 })
  const walletClient = createWalletClient({ account: operatorAccount(), chain: arcTestnet, transport })
  if ((await publicClient.getCode({ address: primaryAddresses.permit2 })) === undefined) {
    const hash = await walletClient.sendTransaction({
      to: primaryAddresses.create2Factory,
      data: concatHex([permit2Salt, permit2InitCode]),
    })
    await publicClient.waitForTransactionReceipt({ hash })
  }
  return deploy({ publicClient, walletClient })
}
