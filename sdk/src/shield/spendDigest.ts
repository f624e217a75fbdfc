import { type Address, bytesToHex, concatHex, type Hex, hexToBytes, numberToHex, pad } from 'viem'
import { parseAddress } from '../chain/address.js'
import { InvalidInputError } from '../errors/input.js'
import { textOf } from '../errors/textOf.js'
import { keccak256 } from '../hash/keccak256.js'
import { ACTION_PAY, ACTION_PULL, type SpendAction } from './types.js'

/** Name in the EIP-712 domain of every box. */
export const SPEND_DOMAIN_NAME = 'Holdfast SpendPolicy'

/** Version in the EIP-712 domain of every box. */
export const SPEND_DOMAIN_VERSION = '1'

/**
 * What a co-signer signs, as typed data: exactly one spend of one box.
 *
 * @throws `InvalidAddressError`, {@link InvalidInputError} for a number that no box knows.
 * @example
 * const spend = { account: box, chainId: 5042002, target, amount: 5_000_000n, nonce: 0n }
 * const typedData = spendTypedData({ ...spend, action: ACTION_PAY })
 */
export function spendTypedData(spend: SpendDigestParams) {
  assertSpend(spend)
  const { account, chainId, target, amount, nonce, action } = spend
  return {
    domain: spendDomain(account, chainId),
    types: {
      Spend: [
        { name: 'target', type: 'address' },
        { name: 'amount', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'action', type: 'uint8' },
      ],
    },
    primaryType: 'Spend',
    message: { target: parseAddress('target', target), amount, nonce, action },
  } as const
}

/**
 * The hash a co-signer signs. It equals the box's own `spendDigest` for the same amount and action while the box's nonce
 * is `nonce`.
 *
 * @throws `InvalidAddressError`, {@link InvalidInputError} for a number that no box knows.
 * @example
 * const digest = spendDigest({ account: box, chainId: 5042002, target, amount: 5_000_000n, nonce: 0n, action: 0 })
 */
export function spendDigest(params: SpendDigestParams): Hex {
  const { domain, message } = spendTypedData(params)
  const domainSeparator = hashWords([
    domainTypeHash,
    nameHash,
    versionHash,
    numberToHex(domain.chainId, { size: 32 }),
    pad(domain.verifyingContract),
  ])
  const structHash = hashWords([
    spendTypeHash,
    pad(message.target),
    numberToHex(message.amount, { size: 32 }),
    numberToHex(message.nonce, { size: 32 }),
    pad(numberToHex(message.action, { size: 1 })),
  ])
  return hashWords(['0x1901', domainSeparator, structHash])
}

// keccak256 of the type `EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)`, of name and
// version, and of the type of a spend, written as in EIP-712. Hashed here, they would cost each import.
const domainTypeHash = '0x8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f'
const nameHash = '0x9c7e1af56cb49d399b80872304d4ede602dd8df69eae00436bf9de9a02fc57f4'
const versionHash = '0xc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc6'
const spendTypeHash = '0x39489c0b912985ab73addd9621eedcce8549ed752fbc6f37ef411e147b4c6fe4'

function hashWords(words: readonly Hex[]): Hex {
  return bytesToHex(keccak256(hexToBytes(concatHex(words))))
}

/** One spend of one box. */
export type SpendDigestParams = {
  /** The box. */
  account: Address
  chainId: number
  target: Address
  amount: bigint
  /** The box's own, of the next co-signature. */
  nonce: bigint
  action: SpendAction
}

/** @throws {@link InvalidInputError} for a number that no box knows. */
export function assertSpend({ chainId, amount, nonce, action }: SpendDigestParams): void {
  for (const [parameter, value, isKnown] of [
    ['amount', amount, isUint256(amount)],
    ['nonce', nonce, isUint256(nonce)],
    ['action', action, action === ACTION_PAY || action === ACTION_PULL],
    ['chainId', chainId, Number.isSafeInteger(chainId) && chainId > 0],
  ] as const)
    if (!isKnown) throw new InvalidInputError(parameter, `The ${parameter} ${textOf(value)} is out of range.`)
}

function isUint256(value: bigint): boolean {
  return typeof value === 'bigint' && value >= 0n && value < 2n ** 256n
}

/** The domain in which everything about a box is signed. */
export function spendDomain(account: Address, chainId: number) {
  const verifyingContract = parseAddress('account', account)
  return { name: SPEND_DOMAIN_NAME, version: SPEND_DOMAIN_VERSION, chainId, verifyingContract } as const
}
