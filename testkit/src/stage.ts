import {
  type Devnet,
  type DevnetChain,
  type DevnetOptions,
  FIRST_BLOCK,
  ordinaryAccount,
  startDevnet,
} from '@holdfast/devnet'
import type { ClientPair } from '@holdfast/sdk/chain'
import { overrideDeployment, primaryChain, viemChainFor } from '@holdfast/sdk/chain'
import {
  type Account,
  type Address,
  type Chain,
  createPublicClient,
  createWalletClient,
  custom,
  erc20Abi,
  http,
  type PublicClient,
  type Transport,
  type WalletClient,
} from 'viem'

/** An actor with a wallet on the test's devnet. */
export type Actor = ClientPair & {
  address: Address
  publicClient: PublicClient<Transport, Chain | undefined>
  walletClient: WalletClient<Transport, Chain | undefined, Account | undefined>
}

/** A devnet with fast blocks, and the library pointed at both of its chains. */
export type TestStage = {
  devnet: Devnet
  publicClient: Actor['publicClient']
  /** A fresh account, by default with 1,000 USDC. */
  actor: (funds?: bigint) => Promise<Actor>
  balanceOf: (address: Address) => Promise<bigint>
  remotePublicClient: Actor['publicClient']
  /** A fresh account on the remote chain, by default with 1,000 USDC, and always with ether for gas. */
  remoteActor: (funds?: bigint) => Promise<Actor>
  remoteBalanceOf: (address: Address) => Promise<bigint>
  stop: () => Promise<void>
}

/** The same account over a transport with a short timeout, without retries and without caching. */
export function hasty<actor extends Actor>(actor: actor, rpcUrl: string, timeout = 300): actor {
  const { account, chain } = actor.walletClient
  if (!account) throw new Error('An account is needed.')
  const transport = http(rpcUrl, { retryCount: 0, timeout })
  return {
    ...actor,
    publicClient: createPublicClient({ ...(chain && { chain }), transport }),
    walletClient: createWalletClient({ account, ...(chain && { chain }), transport }),
  }
}

/** The same account, of which another program approves 1 unit to a spender just before that is first called. */
export function meddledWith<actor extends Actor>(actor: actor, token: Address, spender: Address): actor {
  const { account, chain } = actor.walletClient
  if (!account) throw new Error('An account is needed.')
  let isDone = false
  const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    const [call] = Array.isArray(params) ? params : []
    if (method === 'eth_estimateGas' && call?.to?.toLowerCase() === spender.toLowerCase() && !isDone) {
      isDone = true
      const hash = await actor.walletClient.writeContract({
        address: token,
        abi: erc20Abi,
        functionName: 'approve',
        args: [spender, 1n],
        account,
        chain: chain ?? null,
      })
      await actor.publicClient.waitForTransactionReceipt({ hash })
    }
    return actor.publicClient.request({ method, params } as never)
  }
  return { ...actor, publicClient: createPublicClient({ ...(chain && { chain }), transport: custom({ request }) }) }
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

const first = BigInt(FIRST_BLOCK)
/** Before it are two million empty blocks, in which each search for logs would make 243 requests. */
const deployBlocks = { transfer: first, spendPolicyFactory: first, stealthAnnouncer: first }

/** Starts the devnet of one test file. */
export async function setTestStage(
  options: Pick<DevnetOptions, 'issuerPace' | 'blockTimeMs'> = {},
): Promise<TestStage> {
  const devnet = await startDevnet({ blockTimeMs: 50, ...options })
  const { primary, remote } = devnet
  const restorePrimary = overrideDeployment(primary.chainId, {
    rpcUrls: [primary.rpcUrl],
    signingRpcUrls: [primary.rpcUrl],
    explorerApi: primary.explorerApi,
    explorerUrl: primary.explorerUrl,
    blockTimeMs: 50,
    deployBlocks,
  })
  const restoreRemote = overrideDeployment(remote.chainId, {
    rpcUrls: [remote.rpcUrl],
    signingRpcUrls: [remote.rpcUrl],
    // Nothing answers there: a test must not use the real one.
    explorerApi: `${devnet.url}/remote/explorer/api/v2`,
    explorerUrl: `${devnet.url}/remote/explorer`,
    blockTimeMs: 200,
  })
  const onPrimary = sceneOf(primary, primaryChain)
  const onRemote = sceneOf(remote, viemChainFor(remote.chainId))
  return {
    devnet,
    publicClient: onPrimary.publicClient,
    actor: onPrimary.actor,
    balanceOf: onPrimary.balanceOf,
    remotePublicClient: onRemote.publicClient,
    remoteActor: onRemote.actor,
    remoteBalanceOf: onRemote.balanceOf,
    stop: async () => {
      restorePrimary()
      restoreRemote()
      await devnet.stop()
    },
  }
}

/** Clients and people on one chain of the devnet. */
function sceneOf({ rpcUrl, usdc, fund }: DevnetChain, chain: Chain) {
  const transport = http(rpcUrl, { retryCount: 0, timeout: 120_000 })
  const publicClient: Actor['publicClient'] = createPublicClient({ chain, transport, pollingInterval: 25 })
  return {
    publicClient,
    actor: async (funds = 1_000_000_000n): Promise<Actor> => {
      const account = ordinaryAccount()
      await fund(account.address, funds)
      const walletClient = createWalletClient({ account, chain, transport })
      return { address: account.address, publicClient, walletClient }
    },
    balanceOf: (address: Address) =>
      publicClient.readContract({ address: usdc, abi: balanceAbi, functionName: 'balanceOf', args: [address] }),
  }
}
