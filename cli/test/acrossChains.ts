import { type Devnet, usdcAbi } from '@holdfast/devnet'
import { type Address, createPublicClient, createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import type { User } from './createUser.js'
import type { CliStage } from './startCliStage.js'

/** A user on both chains of a devnet, with what `holdfast devnet` says to export; 1,000 USDC on each. */
export async function userOfBoth({ devnet, user }: CliStage, funds = 1_000_000_000n): Promise<User> {
  const one = await user(funds)
  const { remote, issuer } = devnet
  await remote.fund(one.address, funds)
  Object.assign(one.env, {
    [`HOLDFAST_RPC_URL_${remote.chainId}`]: remote.rpcUrl,
    [`HOLDFAST_EXPLORER_API_${remote.chainId}`]: 'none',
    HOLDFAST_ATTESTATION_API: issuer.attestationUrl,
    HOLDFAST_HUB_API: issuer.hubUrl,
  })
  return one
}

/** Reads the remote chain, and pays on it, without the command line. */
export function readRemote({ remote }: Devnet) {
  const transport = http(remote.rpcUrl)
  const reader = createPublicClient({ chain: baseSepolia, transport, pollingInterval: 20 })
  return {
    reader,
    balanceOf: (owner: Address) =>
      reader.readContract({ address: remote.usdc, abi: usdcAbi, functionName: 'balanceOf', args: [owner] }),
    async pay({ privateKey }: Pick<User, 'privateKey'>, to: Address, amount: bigint) {
      const wallet = createWalletClient({ account: privateKeyToAccount(privateKey), chain: baseSepolia, transport })
      const call = { address: remote.usdc, abi: usdcAbi, functionName: 'transfer', args: [to, amount] } as const
      const { status } = await reader.waitForTransactionReceipt({ hash: await wallet.writeContract(call) })
      if (status !== 'success') throw new Error('The payment reverted.')
    },
  }
}
