import { arcTestnetChain, baseSepoliaChain, create2Factory } from '@holdfast/contracts'
import type { Address } from 'viem'

/** Number of the first block: where a reader that knows only the registry starts to read. */
export const REMOTE_FIRST_BLOCK = Number(baseSepoliaChain.deployBlocks.transfer)

/** Blocks of the primary chain per block of the remote one. */
export const REMOTE_PACE = baseSepoliaChain.blockTimeMs / arcTestnetChain.blockTimeMs

/** Addresses of contracts on the remote chain. */
export const remoteAddresses = {
  usdc: baseSepoliaChain.usdc.address,
  eurc: '0x808456652fdb597867f38412077A9182bf77359F',
  permit2: baseSepoliaChain.permit,
  multicall3: baseSepoliaChain.multicall3,
  create2Factory,
} as const satisfies Record<string, Address>
