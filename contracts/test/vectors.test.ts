import { readFileSync } from 'node:fs'
import {
  type AbiEvent,
  type AbiFunction,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  keccak256,
  stringToHex,
  toEventSelector,
  toFunctionSelector,
  toFunctionSignature,
} from 'viem'
import { formatAbiItem } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { codeClaimVerifierAbi } from '../src/generated/CodeClaimVerifier.js'
import { protectedTransferAbi } from '../src/generated/ProtectedTransfer.js'

type Vectors = {
  claimSecrets: readonly { secret: string; code: string; salt: Hex; claimHash: Hex; proof: Hex }[]
  selectors: Readonly<Record<string, Hex>>
  topics: Readonly<Record<string, Hex>>
  errors: Readonly<Record<string, Hex>>
}

const vectors: Vectors = JSON.parse(
  readFileSync(new URL('../vectors/protected-transfer.json', import.meta.url), 'utf8'),
)
/** Functions in the vectors that we call on others and therefore are in no ABI of ours. */
const foreign = /^(permitTransferFrom|receiveWithAuthorization)\(/
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

  test.each(vectors.claimSecrets)('claim secret $secret', ({ secret, code, salt, claimHash, proof }) => {
    expect(secret.replaceAll('-', '')).toBe(code)
    expect(keccak256(encodePacked(['string', 'string'], ['holdfast:salt:v1', code]))).toBe(salt)
    expect(keccak256(encodePacked(['bytes32', 'string'], [salt, code]))).toBe(claimHash)
    expect(encodeAbiParameters([{ type: 'bytes32' }, { type: 'string' }], [salt, code])).toBe(proof)
  })
})
