import { type Hex, hashTypedData } from 'viem'

/**
 * What a spend of the Hub moves, from where to where. Addresses are padded to 32 bytes on the left.
 *
 * Source: `TransferSpec` of the issuer's published contracts (circlefin/evm-gateway-contracts).
 */
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
  /** USDC base units that arrive. */
  value: bigint
  /** Makes two equal transfers distinct; the same one cannot be carried out twice. */
  salt: Hex
  hookData: Hex
}

/** What a depositor signs: one transfer, for at most this fee, until this block of the source chain. */
export type BurnIntent = {
  maxBlockHeight: bigint
  /** USDC base units, on top of the value. */
  maxFee: bigint
  spec: TransferSpec
}

/** The typed data of an intent. Its domain names neither chain nor contract: one signature form for every chain. */
export function burnIntentTypedData(message: BurnIntent) {
  return { domain, types, primaryType: 'BurnIntent', message } as const
}

/** What the depositor's signature is checked against, by the issuer and by its contract. */
export function burnIntentDigest(intent: BurnIntent): Hex {
  return hashTypedData(burnIntentTypedData(intent))
}

const domain = { name: 'GatewayWallet', version: '1' } as const

const types = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
  ],
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
} as const
