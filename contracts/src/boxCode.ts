import type { Address, Hex } from 'viem'
import { concatHex, encodePacked, getAddress, hexToBigInt, hexToNumber, size, slice } from 'viem/utils'

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

/** The terms of a box: its owner, and what it may spend. */
export type BoxCodeTerms = { ownerHash: Hex; policy: BoxPolicy & { mode: 0 | 1 } }

/** What a box carries, and what its address commits to. */
export type BoxTerms = { ownerHash: Hex; salt: Hex; policy: BoxPolicy }

/**
 * The proxy (ERC-1167) that the code of every box begins with. It hands each call on and never runs the terms behind it, so
 * the getters of such an account tell the truth. That does not make it a box: any constructor can return this code after it
 * has approved another account on the token. {@link proveBox} proves it.
 *
 * @param implementation - The code behind the boxes of a factory, as its `implementation()` names it.
 * @returns 45 bytes, in lower case.
 * @example
 * const code = await publicClient.getCode({ address: account.address })
 * const looksLikeABox = code?.startsWith(boxProxyOf(deployments[5042002].spendPolicyAccountImpl))
 */
export function boxProxyOf(implementation: Address): Hex {
  return concatHex([
    '0x363d3d373d3d3d363d73',
    // Lower case is hex as well.
    implementation.toLowerCase() as Address,
    '0x5af43d82803e903d91602b57fd5bf3',
  ])
}

/**
 * The whole code of a box, byte for byte as a factory deploys it: the proxy, and the salt and terms as the contracts'
 * `BoxCode` packs them.
 *
 * @param implementation - As in {@link boxProxyOf}.
 * @returns 228 bytes, 276 where an amount takes more than 64 bits; in lower case.
 * @example
 * const ownerHash = keccak256(encodeAbiParameters([{ type: 'address' }], [sender]))
 * const vaultHash = keccak256(encodeAbiParameters([{ type: 'address' }], [account.address]))
 * const policy = {
 *   token: arcTestnetChain.usdc.address, cosigner: verifier, vaultHash, target: recipient,
 *   maxAmount: 25_000_000n, perPullMax: 0n, expiry: 2_000_000_000, interval: 0, mode: 0,
 * }
 * const code = encodeBoxCode(deployments[5042002].spendPolicyAccountImpl, { ownerHash, salt, policy })
 */
export function encodeBoxCode(implementation: Address, { ownerHash, salt, policy }: BoxTerms): Hex {
  const { maxAmount, perPullMax } = policy
  const high = [maxAmount >> 64n, perPullMax >> 64n] as const
  return concatHex([
    boxProxyOf(implementation),
    encodePacked(
      [
        'bytes32',
        'bytes32',
        'bytes32',
        'address',
        'address',
        'address',
        'uint40',
        'uint40',
        'uint8',
        'uint64',
        'uint64',
      ],
      [
        salt,
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
  ]).toLowerCase() as Hex // Lower case is hex as well.
}

/**
 * Reads the terms of a box from its whole code, the exact inverse of {@link encodeBoxCode}. Code alone proves nothing, any
 * constructor can return it: {@link proveBox} also compares the address.
 *
 * @param implementation - As in {@link boxProxyOf}.
 * @returns Addresses checksummed; `undefined` for any other code.
 * @example
 * const code = await publicClient.getCode({ address: account.address })
 * const terms = parseBoxCode(deployments[5042002].spendPolicyAccountImpl, code ?? '0x')
 * if (terms) console.log(terms.policy.target)
 */
export function parseBoxCode(implementation: Address, code: Hex): (BoxCodeTerms & { salt: Hex }) | undefined {
  const length = size(code)
  // Lower case is hex as well.
  const lower = code.toLowerCase() as Hex
  if ((length !== shortBytes && length !== longBytes) || !lower.startsWith(boxProxyOf(implementation))) return undefined
  const field = (at: number, bytes: number) => slice(lower, proxyBytes + at, proxyBytes + at + bytes)
  const amount = (high: Hex, low: Hex) => (hexToBigInt(high) << 64n) | hexToBigInt(low)
  const highs = length === longBytes ? ([field(183, 24), field(207, 24)] as const) : (['0x0', '0x0'] as const)
  // The contracts leave the high parts out when both are zero.
  if (length === longBytes && highs.every((high) => hexToBigInt(high) === 0n)) return undefined
  const mode = hexToNumber(field(166, 1))
  if (mode !== 0 && mode !== 1) return undefined
  return {
    ownerHash: field(32, 32),
    salt: field(0, 32),
    policy: {
      token: getAddress(field(BOX_TOKEN_AT - proxyBytes, 20)),
      cosigner: getAddress(field(116, 20)),
      vaultHash: field(64, 32),
      target: getAddress(field(136, 20)),
      maxAmount: amount(highs[0], field(167, 8)),
      perPullMax: amount(highs[1], field(175, 8)),
      expiry: hexToNumber(field(156, 5)),
      interval: hexToNumber(field(161, 5)),
      mode,
    },
  }
}

const low64 = 2n ** 64n - 1n

/** The proxy, and the code of a box without and with the high parts of its amounts. */
const proxyBytes = 45
const shortBytes = 228
const longBytes = 276

/** Where the token begins in the code of a box: behind the proxy, salt, owner hash and vault hash. */
export const BOX_TOKEN_AT = proxyBytes + 96
