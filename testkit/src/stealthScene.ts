import {
  type BoxPolicy,
  predictBoxAddress,
  spendPolicyFactoryAbi,
  spendPolicyFactoryBytecode,
  stealthAnnouncerAbi,
} from '@holdfast/contracts'
import { requireDeployment } from '@holdfast/sdk/chain'
import type { newStealthOwner, StealthKeys } from '@holdfast/sdk/stealth'
import { deriveStealthKeys, STEALTH_KEY_MESSAGE } from '@holdfast/sdk/stealth'
import { type Address, getAddress, type Hex, keccak256, pad, type TransactionReceipt } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Actor, TestStage } from './stage.js'

/** What a payer needs to create a box by hand, correctly or not. */
export type BoxPlan = { ownerHash: Hex; salt: Hex; policy: BoxPolicy; factory: Address }

/** Actors that create and announce boxes on a devnet, step by step, so that a test can get each step wrong. */
export type StealthScene = {
  announcer: Address
  factory: Address
  implementation: Address
  /** A recipient. */
  keys: () => Promise<StealthKeys>
  /** A box as the library would create it. */
  plan: (owner: newStealthOwner.ReturnType, changes?: Partial<BoxPlan> & { terms?: Partial<BoxPolicy> }) => BoxPlan
  addressOf: (plan: BoxPlan) => Address
  /** Creates a box. */
  make: (by: Actor, plan: BoxPlan) => Promise<TransactionReceipt>
  announce: (by: Actor, args: readonly [bigint, Address, Hex, Hex]) => Promise<TransactionReceipt>
  /** Puts any code on the chain. */
  deploy: (by: Actor, creationCode: Hex) => Promise<Address>
  /** Another factory with the same implementation, as a retired one is. */
  deployFactory: (by: Actor) => Promise<Address>
}

export function stealthScene(stage: TestStage): StealthScene {
  const { chainId, usdc } = stage.devnet.primary
  const { stealthAnnouncer, spendPolicyFactory, spendPolicyAccountImpl } = requireDeployment(chainId)
  const mined = async (hash: Hex) => {
    const receipt = await stage.publicClient.waitForTransactionReceipt({ hash })
    if (receipt.status !== 'success') throw new Error(`${hash} reverted.`)
    return receipt
  }
  const by = ({ walletClient }: Actor) => ({
    account: walletClient.account ?? null,
    chain: walletClient.chain ?? null,
  })
  const deploy = async (actor: Actor, data: Hex) => {
    const { account, chain } = by(actor)
    if (account === null) throw new Error('The actor has no account.')
    const { contractAddress } = await mined(await actor.walletClient.sendTransaction({ account, chain, data }))
    if (!contractAddress) throw new Error('Nothing was deployed.')
    return getAddress(contractAddress)
  }
  return {
    announcer: stealthAnnouncer,
    factory: spendPolicyFactory,
    implementation: spendPolicyAccountImpl,
    async keys() {
      const account = privateKeyToAccount(generatePrivateKey())
      return deriveStealthKeys(await account.signMessage({ message: STEALTH_KEY_MESSAGE }))
    },
    plan({ stealthAddress, salt }, { terms, ...changes } = {}) {
      const ownerHash = keccak256(pad(stealthAddress))
      return {
        ownerHash,
        salt,
        factory: spendPolicyFactory,
        policy: {
          token: usdc,
          cosigner: '0x00000000000000000000000000000000000000C0',
          vaultHash: ownerHash,
          target: '0x0000000000000000000000000000000000000AcE',
          maxAmount: 5_000_000n,
          perPullMax: 0n,
          expiry: 4_000_000_000,
          interval: 0,
          mode: 0,
          ...terms,
        },
        ...changes,
      }
    },
    addressOf: ({ factory: address, ...terms }) =>
      predictBoxAddress({ address, implementation: spendPolicyAccountImpl }, terms),
    make: async (actor, { factory, ownerHash, salt, policy }) =>
      mined(
        await actor.walletClient.writeContract({
          ...by(actor),
          address: factory,
          abi: spendPolicyFactoryAbi,
          functionName: 'createAccount',
          args: [ownerHash, salt, policy],
        }),
      ),
    announce: async (actor, args) =>
      mined(
        await actor.walletClient.writeContract({
          ...by(actor),
          address: stealthAnnouncer,
          abi: stealthAnnouncerAbi,
          functionName: 'announce',
          args,
        }),
      ),
    deploy,
    deployFactory: (actor) => deploy(actor, `${spendPolicyFactoryBytecode}${pad(spendPolicyAccountImpl).slice(2)}`),
  }
}
