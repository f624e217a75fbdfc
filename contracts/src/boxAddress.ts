import { type Address, concatHex, encodePacked, getContractAddress, type Hex, numberToHex, size } from 'viem'

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
  // In the order of the contracts' `BoxCode`, behind the proxy of ERC-1167.
  const packed = encodePacked(
    ['bytes32', 'bytes32', 'address', 'address', 'address', 'uint40', 'uint40', 'uint8', 'uint64', 'uint64'],
    [
      ownerHash,
      policy.vaultHash,
      policy.token,
      policy.cosigner,
      policy.target,
      policy.expiry,
      policy.interval,
      policy.mode,
      policy.maxAmount & low64,
      policy.perPullMax & low64,
    ],
  )
  const high = [policy.maxAmount >> 64n, policy.perPullMax >> 64n] as const
  const code = concatHex([
    '0x363d3d373d3d3d363d73',
    factory.implementation,
    '0x5af43d82803e903d91602b57fd5bf3',
    packed,
    high[0] === 0n && high[1] === 0n ? '0x' : encodePacked(['uint192', 'uint192'], high),
  ])
  const bytecode = concatHex(['0x61', numberToHex(size(code), { size: 2 }), '0x3d81600a3d39f3', code])
  return getContractAddress({ opcode: 'CREATE2', from: factory.address, salt, bytecode })
}

const low64 = 2n ** 64n - 1n
