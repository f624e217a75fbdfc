import type { Address, Hex } from 'viem'
import { concatHex, getContractAddress, isAddressEqual, numberToHex, padHex, size } from 'viem/utils'
import { type BoxCodeTerms, type BoxTerms, encodeBoxCode, parseBoxCode } from './boxCode.js'

/**
 * Computes the address of a factory's box, without a request to the chain, like the factory's own `predictAddress`.
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
export function predictBoxAddress(factory: { address: Address; implementation: Address }, terms: BoxTerms): Address {
  const code = encodeBoxCode(factory.implementation, terms)
  const bytecode = concatHex(['0x61', numberToHex(size(code), { size: 2 }), '0x3d81600a3d39f3', code])
  // The salt is in the code, so CREATE2 gets salt zero and the code alone determines the address.
  return getContractAddress({ opcode: 'CREATE2', from: factory.address, salt: padHex('0x'), bytecode })
}

/**
 * Reads a box from its code, and proves that the factory created it: the address is computed again from this code, and is the
 * same. That holds for no other contract, whatever its constructor returned as code.
 *
 * @param factory - As of {@link predictBoxAddress}.
 * @param box - The account the code was read from.
 * @param code - All of it, as one `getCode` returns it.
 * @returns Addresses checksummed; `undefined` for any account that is not a box of this factory.
 * @example
 * const { spendPolicyFactory: address, spendPolicyAccountImpl: implementation } = deployments[5042002]
 * const code = await publicClient.getCode({ address: account.address })
 * const terms = proveBox({ address, implementation }, account.address, code ?? '0x')
 * if (terms) console.log(terms.policy.target)
 */
export function proveBox(
  factory: { address: Address; implementation: Address },
  box: Address,
  code: Hex,
): (BoxCodeTerms & { salt: Hex }) | undefined {
  const terms = parseBoxCode(factory.implementation, code)
  return terms && isAddressEqual(predictBoxAddress(factory, terms), box) ? terms : undefined
}
