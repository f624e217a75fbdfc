import { arcTestnetChain, create2Factory } from '@holdfast/contracts'
import type { Address } from 'viem'

/** Number of the first block with anything in it; earlier ranges are answered as empty. */
export const FIRST_BLOCK = 53_756_547

/** The chain's lowest base fee, which the devnet holds: 20 gwei. */
export const BASE_FEE = 20_000_000_000n

/** One USDC base unit in wei. */
export const WEI_PER_UNIT = 1_000_000_000_000n

/** Addresses of contracts on the primary chain. */
export const primaryAddresses = {
  usdc: arcTestnetChain.usdc.address,
  eurc: '0x89B50855Aa3bE2F677cD6303Cec089B5F319D72a',
  permit2: arcTestnetChain.permit,
  multicall3: arcTestnetChain.multicall3,
  memo: '0x5294E9927c3306DcBaDb03fe70b92e01cCede505',
  multicall3From: '0x522fAf9A91c41c443c66765030741e4AaCe147D0',
  create2Factory,
  nativeCoinAuthority: '0x1800000000000000000000000000000000000000',
  nativeCoinControl: '0x1800000000000000000000000000000000000001',
  callFrom: '0x1800000000000000000000000000000000000003',
  systemEmitter: '0xffffFFFfFFffffffffffffffFfFFFfffFFFfFFfE',
  /** The devnet's own: code that accounts temporarily have during a Memo or Multicall3From transaction. */
  callFromDelegate: '0x1800000000000000000000000000000000000dE1',
  entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  accountFactory: '0x91E60e0613810449d098b0b5Ec8b51A0FE8c8985',
  coinbase: '0x00000000000000000000000000000000000c01Ba',
} as const satisfies Record<string, Address>

/** Account 1 of the well-known mnemonic, seen on the real chain's blocklist; the devnet seeds it there. */
export const blockedTestAddress: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
