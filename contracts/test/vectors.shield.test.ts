import { readFileSync } from 'node:fs'
import {
  type AbiEvent,
  type AbiFunction,
  type Address,
  concatHex,
  domainSeparator,
  encodeAbiParameters,
  getContractAddress,
  type Hex,
  hashStruct,
  hashTypedData,
  keccak256,
  numberToHex,
  padHex,
  size,
  stringToHex,
  toEventSelector,
  toFunctionSelector,
  toFunctionSignature,
} from 'viem'
import { formatAbiItem } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { predictBoxAddress, proveBox } from '../src/boxAddress.js'
import { encodeBoxCode } from '../src/boxCode.js'
import { privatePayRouterAbi } from '../src/generated/PrivatePayRouter.js'
import { shieldVaultAbi } from '../src/generated/ShieldVault.js'
import { spendPolicyAccountAbi } from '../src/generated/SpendPolicyAccount.js'
import { spendPolicyFactoryAbi } from '../src/generated/SpendPolicyFactory.js'
import { stealthAnnouncerAbi } from '../src/generated/StealthAnnouncer.js'

/** Numbers are decimal strings, so that no JSON parser rounds them. */
type Box = {
  what: string
  owner: Address
  ownerHash: Hex
  vault: Address
  salt: Hex
  policy: {
    token: Address
    cosigner: Address
    vaultHash: Hex
    target: Address
    maxAmount: string
    perPullMax: string
    expiry: string
    interval: string
    mode: string
  }
  code: Hex
  initCodeHash: Hex
  box: Address
  chainId: string
  domainSeparator: Hex
  spend: { amount: string; nonce: string; action: string; digest: Hex }
  sweep: { sweepNonce: string; close: boolean; deadline: string; digest: Hex }
  witness: Hex
  authorization: { nonceSalt: Hex; nonce: Hex }
}

type Vectors = {
  types: Readonly<Record<string, Hex>>
  factory: Address
  implementation: Address
  boxes: readonly Box[]
  selectors: Readonly<Record<string, Hex>>
  topics: Readonly<Record<string, Hex>>
  errors: Readonly<Record<string, Hex>>
}

const vectors: Vectors = JSON.parse(readFileSync(new URL('../vectors/shield.json', import.meta.url), 'utf8'))
/** A function of Permit2 that we call: the vectors have it, and our ABIs do not. */
const foreign = /^permitWitnessTransferFrom\(/
const abi = [
  ...spendPolicyFactoryAbi,
  ...spendPolicyAccountAbi,
  ...privatePayRouterAbi,
  ...stealthAnnouncerAbi,
  ...shieldVaultAbi,
]
const hashOf = (account: Address) => keccak256(encodeAbiParameters([{ type: 'address' }], [account]))

describe('vectors of the shield', () => {
  test('every function of the ABIs has its selector, and no other', () => {
    const actual = abi
      .filter((item) => item.type === 'function')
      .map((item) => [toFunctionSignature(item as AbiFunction), toFunctionSelector(item as AbiFunction)])
    const ours = Object.entries(vectors.selectors).filter(([name]) => !foreign.test(name))
    expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(ours))
  })

  test('every event of the ABIs has its topic, and no other', () => {
    const actual = abi
      .filter((item) => item.type === 'event')
      .map((item) => [formatAbiItem(item as AbiEvent), toEventSelector(item as AbiEvent)])
    expect(Object.fromEntries(actual)).toEqual(vectors.topics)
  })

  test('every error of the ABIs has its selector, and no other', () => {
    const actual = abi
      .filter((item) => item.type === 'error')
      .map((item) => formatAbiItem(item))
      .map((signature) => [signature, keccak256(stringToHex(signature)).slice(0, 10)])
    expect(Object.fromEntries(actual)).toEqual(vectors.errors)
  })

  test.each(Object.entries(vectors.types))('type %s', (type, hash) => {
    expect(keccak256(stringToHex(type))).toBe(hash)
  })

  test.each(vectors.boxes)('box: $what', (vector) => {
    const { factory, implementation } = vectors
    const { box, salt, ownerHash, vault } = vector
    const policy = {
      ...vector.policy,
      maxAmount: BigInt(vector.policy.maxAmount),
      perPullMax: BigInt(vector.policy.perPullMax),
      expiry: Number(vector.policy.expiry),
      interval: Number(vector.policy.interval),
      mode: Number(vector.policy.mode),
    }
    expect(hashOf(vector.owner)).toBe(ownerHash)
    expect(hashOf(vault)).toBe(policy.vaultHash)
    expect(predictBoxAddress({ address: factory, implementation }, { ownerHash, salt, policy })).toBe(box)
    expect(encodeBoxCode(implementation, { ownerHash, salt, policy })).toBe(vector.code)
    const initCode = concatHex(['0x61', numberToHex(size(vector.code), { size: 2 }), '0x3d81600a3d39f3', vector.code])
    expect(keccak256(initCode)).toBe(vector.initCodeHash)
    expect(
      getContractAddress({ opcode: 'CREATE2', from: factory, salt: padHex('0x'), bytecodeHash: vector.initCodeHash }),
    ).toBe(box)
    expect(proveBox({ address: factory, implementation }, box, vector.code)).toMatchObject({ ownerHash, salt })

    const domain = {
      name: 'Holdfast SpendPolicy',
      version: '1',
      chainId: BigInt(vector.chainId),
      verifyingContract: box,
    } as const
    expect(domainSeparator({ domain })).toBe(vector.domainSeparator)
    const { spend, sweep, authorization } = vector
    const spendTypes = {
      Spend: [
        { name: 'target', type: 'address' },
        { name: 'amount', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'action', type: 'uint8' },
      ],
    } as const
    const spendMessage = {
      target: policy.target,
      amount: BigInt(spend.amount),
      nonce: BigInt(spend.nonce),
      action: Number(spend.action),
    }
    expect(hashTypedData({ domain, types: spendTypes, primaryType: 'Spend', message: spendMessage })).toBe(spend.digest)
    const sweepTypes = {
      Sweep: [
        { name: 'vault', type: 'address' },
        { name: 'sweepNonce', type: 'uint256' },
        { name: 'close', type: 'bool' },
        { name: 'deadline', type: 'uint256' },
      ],
    } as const
    const sweepMessage = {
      vault,
      sweepNonce: BigInt(sweep.sweepNonce),
      close: sweep.close,
      deadline: BigInt(sweep.deadline),
    }
    expect(hashTypedData({ domain, types: sweepTypes, primaryType: 'Sweep', message: sweepMessage })).toBe(sweep.digest)
    const witnessTypes = { PrivatePay: [{ name: 'box', type: 'address' }] } as const
    expect(hashStruct({ types: witnessTypes, primaryType: 'PrivatePay', data: { box } })).toBe(vector.witness)
    expect(
      keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [box, authorization.nonceSalt])),
    ).toBe(authorization.nonce)
  })
})
