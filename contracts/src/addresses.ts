import type { Address, Hex } from 'viem'
import { concatHex, getContractAddress, keccak256, pad, stringToHex } from 'viem/utils'
import { create2Factory } from './chains.js'
import { codeClaimVerifierBytecode } from './generated/CodeClaimVerifier.js'
import { privatePayRouterBytecode } from './generated/PrivatePayRouter.js'
import { protectedTransferBytecode } from './generated/ProtectedTransfer.js'
import { shieldVaultBytecode } from './generated/ShieldVault.js'
import { spendPolicyAccountBytecode } from './generated/SpendPolicyAccount.js'
import { spendPolicyFactoryBytecode } from './generated/SpendPolicyFactory.js'
import { stealthAnnouncerBytecode } from './generated/StealthAnnouncer.js'

/** The salt of every deployment. It is fixed, so an address depends on bytecode and constructor arguments alone. */
export const deploySalt: Hex = keccak256(stringToHex('holdfast:v1'))

/** Addresses of our contracts on one chain. */
export type ContractAddresses = {
  codeClaimVerifier: Address
  transferContract: Address
  /** The code behind every box; not a box itself. */
  spendPolicyAccountImpl: Address
  spendPolicyFactory: Address
  privatePayRouter: Address
  stealthAnnouncer: Address
  shieldVault: Address
}

/** The contracts that ours call; with the bytecode they determine our addresses. */
export type Foundations = {
  /** The chain's USDC. */
  usdc: Address
  /** The signed-allowance contract (Permit2). */
  permit: Address
}

/** One contract of ours, ready to be created. */
export type PlannedContract = { name: keyof ContractAddresses; address: Address; initCode: Hex }

/**
 * Our contracts and their addresses over the given foundations, in the order of deployment.
 *
 * @example
 * const plan = planContracts({ usdc: '0x3600…0000', permit: '0x0000…8BA3' })
 * plan.map(({ name, address }) => [name, address])
 */
export function planContracts({ usdc, permit }: Foundations): readonly PlannedContract[] {
  const codeClaimVerifier = plan('codeClaimVerifier', codeClaimVerifierBytecode)
  const implementation = plan('spendPolicyAccountImpl', spendPolicyAccountBytecode)
  const factory = plan('spendPolicyFactory', spendPolicyFactoryBytecode, [implementation.address])
  return [
    codeClaimVerifier,
    plan('transferContract', protectedTransferBytecode, [usdc, codeClaimVerifier.address, permit]),
    implementation,
    factory,
    plan('privatePayRouter', privatePayRouterBytecode, [factory.address, permit]),
    plan('stealthAnnouncer', stealthAnnouncerBytecode),
    plan('shieldVault', shieldVaultBytecode, [usdc]),
  ]
}

/**
 * Computes the addresses of our contracts over the given foundations, without a request.
 *
 * The chains of `chains` need no computing: `deployments[chainId]` holds the same addresses.
 *
 * @example
 * const permit = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
 * const { transferContract } = predictAddresses({ usdc: token, permit })
 */
export function predictAddresses(foundations: Foundations): ContractAddresses {
  // The plan has each of the names once.
  return Object.fromEntries(planContracts(foundations).map(({ name, address }) => [name, address])) as ContractAddresses
}

/** Plans one contract. Each of our constructors takes addresses only. */
function plan(name: keyof ContractAddresses, bytecode: Hex, args: readonly Address[] = []): PlannedContract {
  const initCode = concatHex([bytecode, ...args.map((address) => pad(address))])
  const address = getContractAddress({ opcode: 'CREATE2', from: create2Factory, salt: deploySalt, bytecode: initCode })
  return { name, address, initCode }
}
