import { type Devnet, startDevnet } from '@holdfast/devnet'
import {
  type Account,
  type Address,
  type Chain,
  createPublicClient,
  createWalletClient,
  http,
  type PublicClient,
  type Transport,
  type WalletClient,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { ClientPair } from '../src/chain/clients.js'
import { overrideDeployment } from '../src/chain/registry.js'
import { primaryChain } from '../src/chain/viemChain.js'

/** Somebody with a wallet of their own on the test's devnet. */
export type Actor = ClientPair & {
  address: Address
  publicClient: PublicClient<Transport, Chain | undefined>
  walletClient: WalletClient<Transport, Chain | undefined, Account | undefined>
}

/** A devnet with fast blocks, and the library pointed at it. */
export type TestStage = {
  devnet: Devnet
  publicClient: Actor['publicClient']
  /** A fresh account; 1,000 USDC unless told otherwise. */
  actor: (funds?: bigint) => Promise<Actor>
  balanceOf: (address: Address) => Promise<bigint>
  stop: () => Promise<void>
}

const balanceAbi = [
  {
    type: 'function',
    name: 'balanceOf',
    inputs: [{ type: 'address' }],
    outputs: [{ type: 'uint256' }],
    stateMutability: 'view',
  },
] as const

/** Starts the devnet of one test file. */
export async function setTestStage(): Promise<TestStage> {
  const devnet = await startDevnet({ blockTimeMs: 50 })
  const { rpcUrl, explorerApi, explorerUrl, usdc } = devnet.primary
  const restore = overrideDeployment(primaryChain.id, {
    rpcUrls: [rpcUrl],
    signingRpcUrls: [rpcUrl],
    explorerApi,
    explorerUrl,
    blockTimeMs: 50,
  })
  const transport = http(rpcUrl, { retryCount: 0, timeout: 5_000 })
  const publicClient = createPublicClient({ chain: primaryChain, transport, pollingInterval: 25 })
  return {
    devnet,
    publicClient,
    actor: async (funds = 1_000_000_000n) => {
      const account = plainAccount()
      if (funds > 0n) await devnet.primary.fund(account.address, funds)
      const walletClient = createWalletClient({ account, chain: primaryChain, transport })
      return { address: account.address, publicClient, walletClient }
    },
    balanceOf: (address) =>
      publicClient.readContract({ address: usdc, abi: balanceAbi, functionName: 'balanceOf', args: [address] }),
    stop: async () => {
      restore()
      await devnet.stop()
    },
  }
}

/** A fresh account whose ends hold no run of zeros or of one character: such addresses are judged more mildly. */
function plainAccount(): PrivateKeyAccount {
  for (;;) {
    const account = privateKeyToAccount(generatePrivateKey())
    const ends = [account.address.slice(2, 6), account.address.slice(-4)]
    if (!ends.some((end) => /00|(.)\1\1/.test(end.toLowerCase()))) return account
  }
}
