import { type Address, type Hex, hashTypedData } from 'viem'
import { parseAddress } from '../chain/address.js'
import type { SpendAction } from './types.js'

/** Name in the EIP-712 domain of every box. */
export const SPEND_DOMAIN_NAME = 'Holdfast SpendPolicy'

/** Version in the EIP-712 domain of every box. */
export const SPEND_DOMAIN_VERSION = '1'

/**
 * What a co-signer signs, as typed data: exactly one spend of one box.
 *
 * @throws `InvalidAddressError`
 * @example
 * const spend = { account: box, chainId: 5042002, target, amount: 5_000_000n, nonce: 0n }
 * const typedData = spendTypedData({ ...spend, action: ACTION_PAY })
 */
export function spendTypedData({ account, chainId, target, amount, nonce, action }: SpendDigestParams) {
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
 * @throws `InvalidAddressError`
 * @example
 * const digest = spendDigest({ account: box, chainId: 5042002, target, amount: 5_000_000n, nonce: 0n, action: 0 })
 */
export function spendDigest(params: SpendDigestParams): Hex {
  return hashTypedData(spendTypedData(params))
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

/** The domain in which everything about a box is signed. */
export function spendDomain(account: Address, chainId: number) {
  const verifyingContract = parseAddress('account', account)
  return { name: SPEND_DOMAIN_NAME, version: SPEND_DOMAIN_VERSION, chainId, verifyingContract } as const
}
