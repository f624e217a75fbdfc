import { type Address, concatHex, encodePacked, type Hex } from 'viem'

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

/**
 * The proxy (ERC-1167) that the code of every box begins with. It hands each call on and never runs what stands behind it,
 * where a box carries its terms: code that begins so is a box, and its getters tell the truth.
 *
 * @param implementation - The code behind the boxes of a factory, as its `implementation()` names it.
 * @returns 45 bytes, in lower case.
 * @example
 * const code = await publicClient.getCode({ address: account.address })
 * const isBox = code?.startsWith(boxProxyOf(deployments[5042002].spendPolicyAccountImpl))
 */
export function boxProxyOf(implementation: Address): Hex {
  return concatHex([
    '0x363d3d373d3d3d363d73',
    implementation.toLowerCase() as Address,
    '0x5af43d82803e903d91602b57fd5bf3',
  ])
}

/**
 * The whole code of a box, byte for byte as a factory deploys it: the proxy, and the terms as the contracts' `BoxCode`
 * packs them.
 *
 * @param implementation - As in {@link boxProxyOf}.
 * @returns 196 bytes, 244 where an amount takes more than 64 bits; in lower case.
 * @example
 * const ownerHash = keccak256(encodeAbiParameters([{ type: 'address' }], [sender]))
 * const vaultHash = keccak256(encodeAbiParameters([{ type: 'address' }], [account.address]))
 * const policy = {
 *   token: arcTestnetChain.usdc.address, cosigner: verifier, vaultHash, target: recipient,
 *   maxAmount: 25_000_000n, perPullMax: 0n, expiry: 2_000_000_000, interval: 0, mode: 0,
 * }
 * const code = encodeBoxCode(deployments[5042002].spendPolicyAccountImpl, { ownerHash, policy })
 */
export function encodeBoxCode(
  implementation: Address,
  { ownerHash, policy }: { ownerHash: Hex; policy: BoxPolicy },
): Hex {
  const { maxAmount, perPullMax } = policy
  const high = [maxAmount >> 64n, perPullMax >> 64n] as const
  return concatHex([
    boxProxyOf(implementation),
    encodePacked(
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
        maxAmount & low64,
        perPullMax & low64,
      ],
    ),
    high[0] === 0n && high[1] === 0n ? '0x' : encodePacked(['uint192', 'uint192'], high),
  ]).toLowerCase() as Hex
}

const low64 = 2n ** 64n - 1n
