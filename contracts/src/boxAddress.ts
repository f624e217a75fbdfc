import { type Address, concatHex, encodePacked, getContractAddress, type Hex } from 'viem'

/** What a box may spend, as in the contracts' `Policy`. */
export type BoxPolicy = {
  token: Address
  cosigner: Address
  vaultHash: Hex
  target: Address
  maxAmount: bigint
  /** As given: 0 means no cap tighter than `maxAmount`, and makes another address than `maxAmount` itself. */
  perPullMax: bigint
  /** Unix seconds. */
  expiry: number
  /** Seconds. */
  interval: number
  /** 0 pays, 1 pulls. */
  mode: number
}

/** What the address of a box commits to. */
export type BoxTerms = { ownerHash: Hex; salt: Hex; policy: BoxPolicy }

/**
 * Computes where a factory puts a box, without asking a chain. The same as the factory's own `predictAddress`.
 *
 * @param factory - A `SpendPolicyFactory`, and the implementation behind its boxes.
 * @example
 * const { spendPolicyFactory: address, spendPolicyAccountImpl: implementation } = deployments[5042002]
 * const box = predictBoxAddress({ address, implementation }, { ownerHash, salt, policy })
 */
export function predictBoxAddress(
  factory: { address: Address; implementation: Address },
  { ownerHash, salt, policy }: BoxTerms,
): Address {
  // The proxy of ERC-1167 with 199 bytes behind it, in the order of the contracts' `BoxCode`.
  const packed = encodePacked(
    ['bytes32', 'bytes32', 'uint256', 'uint256', 'address', 'address', 'address', 'uint40', 'uint40', 'uint8'],
    [
      ownerHash,
      policy.vaultHash,
      policy.maxAmount,
      policy.perPullMax,
      policy.token,
      policy.cosigner,
      policy.target,
      policy.expiry,
      policy.interval,
      policy.mode,
    ],
  )
  const bytecode = concatHex([
    '0x6100f43d81600a3d39f3363d3d373d3d3d363d73',
    factory.implementation,
    '0x5af43d82803e903d91602b57fd5bf3',
    packed,
  ])
  return getContractAddress({ opcode: 'CREATE2', from: factory.address, salt, bytecode })
}
