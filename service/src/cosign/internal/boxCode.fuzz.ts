import { type BoxPolicy, predictBoxAddress } from '@holdfast/contracts'
import fc from 'fast-check'
import {
  type Address,
  bytesToHex,
  concatHex,
  encodePacked,
  getAddress,
  getContractAddress,
  type Hex,
  numberToHex,
  size,
} from 'viem'
import { expect, test } from 'vitest'
import { parseBoxCode } from './boxCode.js'

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((value) => bytesToHex(value))
const address = bytes(20).map((value) => getAddress(value))
const implementation = getAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
const amount = fc.oneof(fc.bigInt(0n, 2n ** 64n - 1n), fc.bigInt(0n, 2n ** 256n - 1n))
const seconds = fc.integer({ min: 0, max: 2 ** 40 - 1 })
const terms = fc.record({
  ownerHash: bytes(32),
  policy: fc.record({
    token: address,
    cosigner: address,
    vaultHash: bytes(32),
    target: address,
    maxAmount: amount,
    perPullMax: amount,
    expiry: seconds,
    interval: seconds,
    mode: fc.constantFrom(0 as const, 1 as const),
  }),
})

/** As the contracts' `BoxCode` packs it. */
function codeOf({ ownerHash, policy }: { ownerHash: Hex; policy: BoxPolicy }, of: Address = implementation): Hex {
  const low = 2n ** 64n - 1n
  const { maxAmount, perPullMax } = policy
  const high = (maxAmount | perPullMax) >> 64n
  return concatHex([
    '0x363d3d373d3d3d363d73',
    of,
    '0x5af43d82803e903d91602b57fd5bf3',
    encodePacked(
      ['bytes32', 'bytes32', 'address', 'address', 'address', 'uint40', 'uint40', 'uint8', 'uint64', 'uint64'],
      [
        ownerHash,
        policy.vaultHash,
        policy.token,
        policy.cosigner,
        policy.target,
        policy.expiry,
        policy.interval,
        policy.mode,
        maxAmount & low,
        perPullMax & low,
      ],
    ),
    high === 0n ? '0x' : encodePacked(['uint192', 'uint192'], [maxAmount >> 64n, perPullMax >> 64n]),
  ])
}

const parse = (code: Hex) => parseBoxCode(code.slice(2).toLowerCase().padEnd(512, '0'), size(code), [implementation])

test('property: reads what a factory has written', () => {
  fc.assert(
    fc.property(terms, bytes(32), (given, salt) => {
      const code = codeOf(given)
      expect(parse(code)).toEqual(given)
      const factory = { address: getAddress('0x52908400098527886E0F7030069857D2E4169EE7'), implementation }
      const bytecode = concatHex(['0x61', numberToHex(size(code), { size: 2 }), '0x3d81600a3d39f3', code])
      const predicted = predictBoxAddress(factory, { ...given, salt })
      expect(getContractAddress({ opcode: 'CREATE2', from: factory.address, salt, bytecode })).toBe(predicted)
    }),
    { numRuns: 1_000 },
  )
})

test('property: no other proxy, no other length, and no change of the proxy is a box', () => {
  fc.assert(
    fc.property(terms, address, fc.nat(44), fc.integer({ min: 1, max: 255 }), (given, other, at, by) => {
      const code = codeOf(given)
      if (other !== implementation) expect(parse(codeOf(given, other))).toBeUndefined()
      expect(parse(`${code}00`)).toBeUndefined()
      expect(parse(code.slice(0, -2) as Hex)).toBeUndefined()
      const raw = Buffer.from(code.slice(2), 'hex')
      raw[at] = (raw[at] as number) ^ by
      expect(parse(`0x${raw.toString('hex')}`)).toBeUndefined()
    }),
    { numRuns: 1_000 },
  )
})
