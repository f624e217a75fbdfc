import { deploymentFor, primaryChain } from '@holdfast/sdk/chain'
import { type Address, createPublicClient, createWalletClient, http } from 'viem'
import { type Actor, setTestStage, type TestStage } from './stage.js'

/** One chain of the devnet, for the shield's tests. */
export type BoxScene = {
  name: 'primary' | 'remote'
  stage: TestStage
  chainId: number
  token: Address
  factory: Address
  publicClient: Actor['publicClient']
  actor: TestStage['actor']
  balanceOf: TestStage['balanceOf']
  control: TestStage['devnet']['primary'] | TestStage['devnet']['remote']
}

/** Both chains of a devnet, for `describe.each` over {@link chainNames}. */
export async function setBoxStage(): Promise<Record<BoxScene['name'], BoxScene> & { stop: () => Promise<void> }> {
  const stage = await setTestStage()
  const { primary, remote } = stage.devnet
  const scene = (name: BoxScene['name'], control: BoxScene['control']) => ({
    name,
    stage,
    control,
    chainId: control.chainId,
    token: control.usdc,
    factory: deploymentFor(control.chainId)?.spendPolicyFactory as Address,
  })
  return {
    primary: {
      ...scene('primary', primary),
      publicClient: stage.publicClient,
      actor: stage.actor,
      balanceOf: stage.balanceOf,
    },
    remote: {
      ...scene('remote', remote),
      publicClient: stage.remotePublicClient,
      actor: stage.remoteActor,
      balanceOf: stage.remoteBalanceOf,
    },
    stop: stage.stop,
  }
}

export const chainNames = ['primary', 'remote'] as const

/** The same account on the primary chain, its requests counted. */
export function throughProxy({ address, walletClient: { account } }: Actor, { url }: { url: string }): Actor {
  if (!account) throw new Error('An account is needed.')
  const transport = http(`${url}/primary/rpc`, { retryCount: 0 })
  return {
    address,
    publicClient: createPublicClient({ chain: primaryChain, transport, pollingInterval: 25 }),
    walletClient: createWalletClient({ account, chain: primaryChain, transport }),
  }
}
