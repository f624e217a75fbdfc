import { concatHex, type Hex, keccak256, numberToHex, size } from 'viem'
import type { BurnIntent, TransferSpec } from './burnIntent.js'

/**
 * The bytes of a transfer spec as the issuer's contracts read them.
 *
 * | offset | bytes | field |
 * | -- | -- | -- |
 * | 0 | 4 | magic `ca85def7` |
 * | 4, 8, 12 | 4 each | version, source domain, destination domain |
 * | 16 … 240 | 32 each | source and destination contract, token; depositor, recipient, signer, caller |
 * | 272, 304 | 32 each | value, salt |
 * | 336 | 4 | length of the hook data |
 * | 340 | … | hook data |
 */
export function encodeTransferSpec(spec: TransferSpec): Hex {
  return concatHex([
    '0xca85def7',
    uint32(spec.version),
    uint32(spec.sourceDomain),
    uint32(spec.destinationDomain),
    spec.sourceContract,
    spec.destinationContract,
    spec.sourceToken,
    spec.destinationToken,
    spec.sourceDepositor,
    spec.destinationRecipient,
    spec.sourceSigner,
    spec.destinationCaller,
    uint256(spec.value),
    spec.salt,
    uint32(size(spec.hookData)),
    spec.hookData,
  ])
}

/** The permanent id of a transfer at the issuer and on both chains; not the struct hash of the typed data. */
export function transferSpecHash(spec: TransferSpec): Hex {
  return keccak256(encodeTransferSpec(spec))
}

/** The bytes of an intent: magic, last block at 4, fee ceiling at 36, length of the spec at 68, the spec at 72. */
export function encodeBurnIntent({ maxBlockHeight, maxFee, spec }: BurnIntent): Hex {
  const encoded = encodeTransferSpec(spec)
  return concatHex(['0x070afbc2', uint256(maxBlockHeight), uint256(maxFee), uint32(size(encoded)), encoded])
}

const uint32 = (value: number) => numberToHex(value, { size: 4 })
const uint256 = (value: bigint) => numberToHex(value, { size: 32 })
