import type { Address } from 'viem'
import { parseAddress } from '../chain/address.js'
import { spendDomain } from './spendDigest.js'

/**
 * What the vault of a box signs so that another account can send the sweep, as typed data.
 *
 * @throws `InvalidAddressError`
 * @example
 * const typedData = sweepTypedData({ account: box, chainId: 5042002, vault, sweepNonce: 0n, deadline: 1_800_000_000n })
 */
export function sweepTypedData({ account, chainId, vault, sweepNonce, close = false, deadline }: SweepParams) {
  return {
    domain: spendDomain(account, chainId),
    types: {
      Sweep: [
        { name: 'vault', type: 'address' },
        { name: 'sweepNonce', type: 'uint256' },
        { name: 'close', type: 'bool' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Sweep',
    message: { vault: parseAddress('vault', vault), sweepNonce, close, deadline },
  } as const
}

/** One signed sweep of one box. */
export type SweepParams = {
  /** The box. */
  account: Address
  chainId: number
  /** Who signs, and where everything goes. */
  vault: Address
  /** The box's own; every sweep uses one up. */
  sweepNonce: bigint
  /**
   * Whether the box may never spend again.
   * @default false
   */
  close?: boolean | undefined
  /** Last Unix second in which the signature counts. */
  deadline: bigint
}
