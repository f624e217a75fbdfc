import {
  type Address,
  checksumAddress,
  concatHex,
  encodePacked,
  type Hex,
  hexToBigInt,
  hexToNumber,
  size,
  slice,
} from 'viem'

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

/** What a box carries: whose it is, and what it may spend. */
export type BoxCodeTerms = { ownerHash: Hex; policy: BoxPolicy & { mode: 0 | 1 } }

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

/**
 * Reads the terms of a box from its whole code, the exact inverse of {@link encodeBoxCode}. The proxy never runs the bytes
 * behind it, so no contract can pass itself off as a box.
 *
 * @param implementation - As in {@link boxProxyOf}.
 * @returns Addresses checksummed; `undefined` for any other code.
 * @example
 * const code = await publicClient.getCode({ address: account.address })
 * const terms = parseBoxCode(deployments[5042002].spendPolicyAccountImpl, code ?? '0x')
 * if (terms) console.log(terms.policy.target)
 */
export function parseBoxCode(implementation: Address, code: Hex): BoxCodeTerms | undefined {
  const length = size(code)
  const lower = code.toLowerCase() as Hex
  if ((length !== shortBytes && length !== longBytes) || !lower.startsWith(boxProxyOf(implementation))) return undefined
  const field = (at: number, bytes: number) => slice(lower, proxyBytes + at, proxyBytes + at + bytes)
  const amount = (high: Hex, low: Hex) => (hexToBigInt(high) << 64n) | hexToBigInt(low)
  const highs = length === longBytes ? ([field(151, 24), field(175, 24)] as const) : (['0x0', '0x0'] as const)
  // The contracts leave the high parts out when both are zero.
  if (length === longBytes && highs.every((high) => hexToBigInt(high) === 0n)) return undefined
  const mode = hexToNumber(field(134, 1))
  if (mode !== 0 && mode !== 1) return undefined
  return {
    ownerHash: field(0, 32),
    policy: {
      token: checksumAddress(field(BOX_TOKEN_AT - proxyBytes, 20)),
      cosigner: checksumAddress(field(84, 20)),
      vaultHash: field(32, 32),
      target: checksumAddress(field(104, 20)),
      maxAmount: amount(highs[0], field(135, 8)),
      perPullMax: amount(highs[1], field(143, 8)),
      expiry: hexToNumber(field(124, 5)),
      interval: hexToNumber(field(129, 5)),
      mode,
    },
  }
}

const low64 = 2n ** 64n - 1n

/** The proxy, and the code of a box without and with the high parts of its amounts. */
const proxyBytes = 45
const shortBytes = 196
const longBytes = 244

/** Where the token begins in the code of a box: behind the proxy, owner hash and vault hash. */
export const BOX_TOKEN_AT = proxyBytes + 64
