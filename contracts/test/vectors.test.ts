import { readFileSync } from 'node:fs'
import {
  type AbiEvent,
  type AbiFunction,
  type Address,
  domainSeparator,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  hashStruct,
  hashTypedData,
  keccak256,
  stringToHex,
  type TypedDataDefinition,
  toEventSelector,
  toFunctionSelector,
  toFunctionSignature,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { formatAbiItem } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { codeClaimVerifierAbi } from '../src/generated/CodeClaimVerifier.js'
import { protectedTransferAbi } from '../src/generated/ProtectedTransfer.js'

const typedDataTypes = {
  Claim: [
    { name: 'transferId', type: 'uint256' },
    { name: 'recipient', type: 'address' },
  ],
  Cancel: [
    { name: 'transferId', type: 'uint256' },
    { name: 'claimHash', type: 'bytes32' },
    { name: 'deadline', type: 'uint256' },
  ],
  Rekey: [
    { name: 'transferId', type: 'uint256' },
    { name: 'claimHash', type: 'bytes32' },
    { name: 'newClaimHash', type: 'bytes32' },
    { name: 'deadline', type: 'uint256' },
  ],
  Release: [
    { name: 'transferId', type: 'uint256' },
    { name: 'recipient', type: 'address' },
    { name: 'claimHash', type: 'bytes32' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

const witnessTypes = {
  ProtectedSend: [
    { name: 'configId', type: 'bytes32' },
    { name: 'to', type: 'address' },
    { name: 'claimHash', type: 'bytes32' },
  ],
  ProtectedBatch: [{ name: 'items', type: 'Item[]' }],
  Item: [
    { name: 'configId', type: 'bytes32' },
    { name: 'to', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'claimHash', type: 'bytes32' },
  ],
} as const

type Vectors = {
  claimSecrets: readonly {
    secret: string
    code: string
    salt: Hex
    claimHash: Hex
    proof: Hex
    claimKey: Hex
    claimKeyAddress: Address
  }[]
  linkKeys: readonly { secret: Hex; claimKey: Hex; claimKeyAddress: Address }[]
  authorizationNonces: readonly {
    configId: Hex
    to: Address
    claimHash: Hex
    nonceSalt: Hex
    nonce: Hex
    witness: Hex
  }[]
  batches: readonly {
    items: readonly { configId: Hex; to: Address; amount: string; claimHash: Hex }[]
    total: string
    nonceSalt: Hex
    nonce: Hex
    witness: Hex
  }[]
  types: Readonly<Record<string, Hex>>
  typedData: readonly {
    primaryType: keyof typeof typedDataTypes
    chainId: number
    verifyingContract: Address
    domainSeparator: Hex
    message: Readonly<Record<string, string>>
    digest: Hex
  }[]
  selectors: Readonly<Record<string, Hex>>
  topics: Readonly<Record<string, Hex>>
  errors: Readonly<Record<string, Hex>>
}

const vectors: Vectors = JSON.parse(
  readFileSync(new URL('../vectors/protected-transfer.json', import.meta.url), 'utf8'),
)
/** Functions in the vectors that we call on others and therefore are in no ABI of ours. */
const foreign = /^(permitTransferFrom|permitWitnessTransferFrom|receiveWithAuthorization|authorizationState)\(/
const abi = [...protectedTransferAbi, ...codeClaimVerifierAbi]

describe('vectors', () => {
  test('every function of the ABI has its selector, and no other', () => {
    const actual = Object.fromEntries(
      abi
        .filter((item): item is typeof item & AbiFunction => item.type === 'function')
        .map((item) => [toFunctionSignature(item as AbiFunction), toFunctionSelector(item as AbiFunction)]),
    )
    expect(actual).toEqual(
      Object.fromEntries(Object.entries(vectors.selectors).filter(([name]) => !foreign.test(name))),
    )
  })

  test('every event of the ABI has its topic, and no other', () => {
    const actual = Object.fromEntries(
      abi
        .filter((item) => item.type === 'event')
        .map((item) => [formatAbiItem(item as AbiEvent), toEventSelector(item as AbiEvent)]),
    )
    expect(actual).toEqual(vectors.topics)
  })

  test('every error of the ABI has its selector, and no other', () => {
    const actual = Object.fromEntries(
      abi
        .filter((item) => item.type === 'error')
        .map((item) => formatAbiItem(item))
        .map((signature) => [signature, keccak256(stringToHex(signature)).slice(0, 10)]),
    )
    expect(actual).toEqual(vectors.errors)
  })

  test.each(vectors.claimSecrets)('claim secret $secret', (vector) => {
    const { secret, code, salt, claimHash, proof } = vector
    expect(secret.replaceAll('-', '')).toBe(code)
    expect(keccak256(encodePacked(['string', 'string'], ['holdfast:salt:v1', code]))).toBe(salt)
    expect(keccak256(encodePacked(['bytes32', 'string'], [salt, code]))).toBe(claimHash)
    expect(encodeAbiParameters([{ type: 'bytes32' }, { type: 'string' }], [salt, code])).toBe(proof)
    expect(keccak256(encodePacked(['string', 'string'], ['holdfast:claim-key:v1', code]))).toBe(vector.claimKey)
    expect(privateKeyToAddress(vector.claimKey)).toBe(vector.claimKeyAddress)
  })

  test.each(vectors.linkKeys)('link secret $secret', ({ secret, claimKey, claimKeyAddress }) => {
    expect(keccak256(encodePacked(['string', 'bytes32'], ['holdfast:link-key:v1', secret]))).toBe(claimKey)
    expect(privateKeyToAddress(claimKey)).toBe(claimKeyAddress)
  })

  test.each(Object.entries(vectors.types))('type %s', (type, hash) => {
    expect(keccak256(stringToHex(type))).toBe(hash)
  })

  test.each(vectors.typedData)('$primaryType on chain $chainId', (vector) => {
    const { chainId, verifyingContract, primaryType, message } = vector
    const domain = { name: 'Holdfast ProtectedTransfer', version: '1', chainId, verifyingContract }
    expect(domainSeparator({ domain })).toBe(vector.domainSeparator)
    // viem's type of a message follows a literal primary type, which data from a file does not have.
    const data = { domain, types: typedDataTypes, primaryType, message } as unknown as TypedDataDefinition
    expect(hashTypedData(data)).toBe(vector.digest)
  })

  test.each(vectors.authorizationNonces)('single send, nonce $nonce', (vector) => {
    const { configId, to, claimHash, nonceSalt, nonce, witness } = vector
    const words = [{ type: 'bytes32' }, { type: 'address' }, { type: 'bytes32' }, { type: 'bytes32' }] as const
    expect(keccak256(encodeAbiParameters(words, [configId, to, claimHash, nonceSalt]))).toBe(nonce)
    expect(hashStruct({ types: witnessTypes, primaryType: 'ProtectedSend', data: { configId, to, claimHash } })).toBe(
      witness,
    )
  })

  test.each(vectors.batches)('batch, nonce $nonce', ({ items: raw, total, nonceSalt, nonce, witness }) => {
    const items = raw.map((item) => ({ ...item, amount: BigInt(item.amount) }))
    expect(items.reduce((sum, { amount }) => sum + amount, 0n)).toBe(BigInt(total))
    const encoded = keccak256(encodeAbiParameters([{ type: 'tuple[]', components: witnessTypes.Item }], [items]))
    const words = [{ type: 'bytes32' }, { type: 'bytes32' }, { type: 'bytes32' }] as const
    const domain = keccak256(stringToHex('holdfast:batch:v1'))
    expect(keccak256(encodeAbiParameters(words, [domain, encoded, nonceSalt]))).toBe(nonce)
    expect(hashStruct({ types: witnessTypes, primaryType: 'ProtectedBatch', data: { items } })).toBe(witness)
  })
})
