import { type Address, concatHex, getContractAddress, type Hex, numberToHex, size } from 'viem'
import { type BoxPolicy, encodeBoxCode } from './boxCode.js'

/** What the address of a box commits to. */
export type BoxTerms = { ownerHash: Hex; salt: Hex; policy: BoxPolicy }

/**
 * Computes where a factory puts a box, without asking a chain. The same as the factory's own `predictAddress`.
 *
 * @param factory - A `SpendPolicyFactory`, and the implementation behind its boxes.
 * @example
 * const { spendPolicyFactory: address, spendPolicyAccountImpl: implementation } = deployments[5042002]
 * const ownerHash = keccak256(encodeAbiParameters([{ type: 'address' }], [sender]))
 * const vaultHash = keccak256(encodeAbiParameters([{ type: 'address' }], [account.address]))
 * const policy = {
 *   token: arcTestnetChain.usdc.address, cosigner: verifier, vaultHash, target: recipient,
 *   maxAmount: 25_000_000n, perPullMax: 0n, expiry: 2_000_000_000, interval: 0, mode: 0,
 * }
 * const box = predictBoxAddress({ address, implementation }, { ownerHash, salt, policy })
 */
export function predictBoxAddress(
  factory: { address: Address; implementation: Address },
  { ownerHash, salt, policy }: BoxTerms,
): Address {
  const code = encodeBoxCode(factory.implementation, { ownerHash, policy })
  const bytecode = concatHex(['0x61', numberToHex(size(code), { size: 2 }), '0x3d81600a3d39f3', code])
  return getContractAddress({ opcode: 'CREATE2', from: factory.address, salt, bytecode })
}
