import { type Address, concat, type Hex, hashTypedData, keccak256, numberToHex, pad, size, slice } from 'viem'

/** A transfer in wire form: words are 32 bytes, numbers decimal text. */
export type TransferSpec = {
  version: number
  sourceDomain: number
  destinationDomain: number
  sourceContract: Hex
  destinationContract: Hex
  sourceToken: Hex
  destinationToken: Hex
  sourceDepositor: Hex
  destinationRecipient: Hex
  sourceSigner: Hex
  destinationCaller: Hex
  value: bigint
  salt: Hex
  hookData: Hex
}

/** A spec and the limits that its depositor sets. */
export type BurnIntent = { maxBlockHeight: bigint; maxFee: bigint; spec: TransferSpec }

/** What one signature covers: an intent, or a set of them. */
export type SignedIntents = {
  intents: readonly BurnIntent[]
  isSet: boolean
  signature: Hex
  /** Whether the signature is checked by ERC-1271. */
  isContract?: boolean | undefined
}

/** The replay key of both contracts: of the encoded bytes, not of the typed data. */
export function transferSpecHash(spec: TransferSpec): Hex {
  return keccak256(encodeSpec(spec))
}

/** As the wallet contract burns it. */
export function encodeIntents({ intents, isSet }: SignedIntents): Hex {
  const members = intents.map(({ maxBlockHeight, maxFee, spec }) =>
    concat(['0x070afbc2', word(maxBlockHeight), word(maxFee), withLength(encodeSpec(spec))]),
  )
  return isSet ? concat(['0xe999239b', uint32(members.length), ...members]) : concat(members)
}

/** As the minter contract mints it. */
export function encodeAttestation(specs: readonly TransferSpec[], maxBlockHeight: bigint): Hex {
  const members = specs.map((spec) => concat(['0xff6fb334', word(maxBlockHeight), withLength(encodeSpec(spec))]))
  return members.length === 1 ? concat(members) : concat(['0x1e12db71', uint32(members.length), ...members])
}

/** What the depositor signs (EIP-712). */
export function intentsDigest({ intents, isSet }: SignedIntents): Hex {
  const domain = { name: 'GatewayWallet', version: '1' }
  const [first] = intents
  if (isSet) return hashTypedData({ domain, types, primaryType: 'BurnIntentSet', message: { intents } })
  if (first === undefined) throw new RangeError('There is no intent.')
  return hashTypedData({ domain, types, primaryType: 'BurnIntent', message: first })
}

/** The address in a word. */
export function addressIn(word: Hex): Address {
  return slice(word, 12)
}

function encodeSpec(spec: TransferSpec): Hex {
  return concat([
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
    word(spec.value),
    spec.salt,
    withLength(spec.hookData),
  ])
}

const uint32 = (value: number) => numberToHex(value, { size: 4 })
const word = (value: bigint) => pad(numberToHex(value))
const withLength = (bytes: Hex) => concat([uint32(size(bytes)), bytes])

const types = {
  TransferSpec: [
    { name: 'version', type: 'uint32' },
    { name: 'sourceDomain', type: 'uint32' },
    { name: 'destinationDomain', type: 'uint32' },
    { name: 'sourceContract', type: 'bytes32' },
    { name: 'destinationContract', type: 'bytes32' },
    { name: 'sourceToken', type: 'bytes32' },
    { name: 'destinationToken', type: 'bytes32' },
    { name: 'sourceDepositor', type: 'bytes32' },
    { name: 'destinationRecipient', type: 'bytes32' },
    { name: 'sourceSigner', type: 'bytes32' },
    { name: 'destinationCaller', type: 'bytes32' },
    { name: 'value', type: 'uint256' },
    { name: 'salt', type: 'bytes32' },
    { name: 'hookData', type: 'bytes' },
  ],
  BurnIntent: [
    { name: 'maxBlockHeight', type: 'uint256' },
    { name: 'maxFee', type: 'uint256' },
    { name: 'spec', type: 'TransferSpec' },
  ],
  BurnIntentSet: [{ name: 'intents', type: 'BurnIntent[]' }],
} as const
