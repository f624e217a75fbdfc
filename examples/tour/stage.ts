import { type Devnet, FIRST_BLOCK, ordinaryAccount, startDevnet } from '@holdfast/devnet'
import { type ClientPair, formatUsdc, overrideDeployment, PRIMARY_CHAIN_ID, primaryChain } from '@holdfast/sdk'
import {
  type Account,
  type Address,
  type Chain,
  createPublicClient,
  createWalletClient,
  type Hash,
  http,
  type PublicClient,
  parseAbi,
  type Transport,
  type WalletClient,
} from 'viem'
import { fact } from './print.js'
import { startTourService, type TourService } from './tourService.js'

/** A person in the story, with a wallet. */
export type Actor = ClientPair & {
  name: string
  address: Address
  publicClient: PublicClient<Transport, Chain | undefined>
  walletClient: WalletClient<Transport, Chain | undefined, Account | undefined>
}

/** One scene of the tour: it tells the story, acts on the chain, and checks the results. */
export type Scene = { title: string; play: (stage: Stage) => Promise<void> }

/** The devnet, the service, the actors, and reads of the chain. */
export type Stage = {
  devnet: Devnet
  service: TourService
  alice: Actor
  bob: Actor
  mallory: Actor
  carol: Actor
  /** Owns nothing but what she is sent. */
  dora: Actor
  /** USDC base units of an account. */
  balanceOf: (address: Address) => Promise<bigint>
  /** What the gas of a mined transaction cost, in USDC base units, rounded up. */
  gasCost: (txHash: Hash) => Promise<bigint>
  /** Prints balances, mainly after money moved. */
  showBalances: (...actors: readonly Actor[]) => Promise<void>
  /** Ends the service, then the chain. */
  stop: () => Promise<void>
}

export const usdcAbi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

const weiPerUnit = 10n ** 12n

/** Options of the stage. */
type StageOptions = {
  /** Port of the service, or a free port when that is taken. */
  servicePort: number
  /** Origins of pages that may call it. */
  origins: readonly string[]
}

/** Starts a devnet, points the library at it, starts the service, and gives each actor a fresh wallet. */
export async function setStage({ servicePort, origins }: StageOptions): Promise<Stage> {
  const devnet = await startDevnet()
  const { rpcUrl, explorerApi, explorerUrl, usdc } = devnet.primary
  const first = BigInt(FIRST_BLOCK)
  overrideDeployment(PRIMARY_CHAIN_ID, {
    rpcUrls: [rpcUrl],
    signingRpcUrls: [rpcUrl],
    explorerApi,
    explorerUrl,
    deployBlocks: { transfer: first, spendPolicyFactory: first, stealthAnnouncer: first },
  })
  const service = await startTourService(devnet, servicePort, origins).catch(async (error: unknown) => {
    await devnet.stop()
    throw error
  })

  const publicClient = createPublicClient({ chain: primaryChain, transport: http(rpcUrl) })
  const actor = async (name: string, funds: bigint): Promise<Actor> => {
    const account = ordinaryAccount()
    if (funds > 0n) await devnet.primary.fund(account.address, funds)
    const walletClient = createWalletClient({ account, chain: primaryChain, transport: http(rpcUrl) })
    return { name, address: account.address, publicClient, walletClient }
  }
  const balanceOf = (address: Address) =>
    publicClient.readContract({ address: usdc, abi: usdcAbi, functionName: 'balanceOf', args: [address] })

  return {
    devnet,
    service,
    alice: await actor('Alice', 500_000_000n),
    bob: await actor('Bob', 0n),
    mallory: await actor('Mallory', 20_000_000n),
    carol: await actor('Carol', 20_000_000n),
    dora: await actor('Dora', 0n),
    balanceOf,
    gasCost: async (hash) => {
      const { gasUsed, effectiveGasPrice } = await publicClient.getTransactionReceipt({ hash })
      return (gasUsed * effectiveGasPrice + weiPerUnit - 1n) / weiPerUnit
    },
    showBalances: async (...actors) => {
      for (const { name, address } of actors) fact(name, `${formatUsdc(await balanceOf(address))} USDC`)
    },
    stop: async () => {
      await service.stop().finally(() => devnet.stop())
    },
  }
}
