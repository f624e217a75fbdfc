import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { type Address, checksumAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { WireFormatError } from '../errors/wire.js'
import { decodeCosignerAddress } from './cosignerAddress.js'
import { type CosignRequest, decodeCosignRequest, encodeCosignRequest } from './cosignRequest.js'
import { decodeCosignSignature, decodeCosignVerdict } from './cosignResult.js'

const bytes = (least: number, most = least) =>
  fc.uint8Array({ minLength: least, maxLength: most }).map((value): Hex => `0x${Buffer.from(value).toString('hex')}`)
const address = bytes(20)
  .filter((value) => BigInt(value) !== 0n)
  .map((value): Address => checksumAddress(value))
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const uint40 = fc.integer({ min: 1, max: 2 ** 40 - 1 })
const count = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const bit = fc.constantFrom(0 as const, 1 as const)
const auth = fc.record({ address, timestamp: count, signature: bytes(64, 65) }, { noNullPrototype: true })
const policy = fc.record(
  {
    token: address,
    cosigner: address,
    vaultHash: bytes(32),
    target: address,
    maxAmount: amount.map(String),
    perPullMax: amount.map(String),
    expiry: uint40,
    interval: uint40,
    mode: bit,
  },
  { noNullPrototype: true },
)
const options = <key extends string>(...requiredKeys: key[]) => ({ requiredKeys, noNullPrototype: true })

const request: fc.Arbitrary<CosignRequest> = fc.oneof(
  fc.record(
    { phase: fc.constant('precheck' as const), chainId: count, owner: address, target: address, amount, auth },
    options('phase', 'owner', 'target', 'amount'),
  ),
  fc.record(
    {
      phase: fc.constant('authorize' as const),
      chainId: count,
      account: address,
      owner: address,
      payer: address,
      amount,
      action: bit,
      auth,
    },
    options('phase', 'account', 'owner', 'amount', 'action'),
  ),
  fc.record(
    { phase: fc.constant('authorize' as const), account: address, amount, action: fc.constant(1 as const) },
    options('phase', 'account', 'amount', 'action'),
  ),
  fc.record(
    {
      phase: fc.constant('counterfactual' as const),
      chainId: count,
      factory: address,
      ownerHash: bytes(32),
      salt: bytes(32),
      policy,
      box: address,
      owner: address,
      payer: address,
      amount,
      auth,
    },
    options('phase', 'factory', 'ownerHash', 'salt', 'policy', 'box', 'owner', 'amount'),
  ),
  fc.record(
    {
      phase: fc.constant('bind' as const),
      chainId: count,
      account: address,
      owner: address,
      payer: address,
      until: uint40,
      auth,
    },
    options('phase', 'account', 'owner', 'payer', 'until', 'auth'),
  ),
)

test('property: decode is the inverse of encode, through JSON', () => {
  fc.assert(
    fc.property(request, (given) => {
      const text = JSON.stringify(encodeCosignRequest(given))
      expect(decodeCosignRequest(JSON.parse(text))).toStrictEqual(given)
      expect(text).not.toMatch(/"(amount|maxAmount|perPullMax)":\d/)
    }),
    runs(100),
  )
})

const decoders = { decodeCosignRequest, decodeCosignVerdict, decodeCosignSignature, decodeCosignerAddress }

/** @returns Whether it was accepted. */
function survives(decode: (body: unknown) => unknown, body: unknown): boolean {
  try {
    decode(body)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(WireFormatError)
    return false
  }
}

test.each(Object.entries(decoders))('property: %s throws nothing but its own error', (_, decode) => {
  fc.assert(
    fc.property(fc.oneof(fc.anything({ withNullPrototype: true, withBigInt: true }), fc.jsonValue()), (garbage) => {
      survives(decode, garbage)
    }),
    runs(100),
  )
})

test('property: a request spoilt at one place is refused, or reads as what it says', () => {
  fc.assert(
    fc.property(request, fc.nat(20), fc.oneof(fc.jsonValue(), fc.anything()), (given, at, garbage) => {
      const body = encodeCosignRequest(given) as Record<string, unknown>
      const key = Object.keys(body)[at % Object.keys(body).length] as string
      const spoilt = { ...body, [key]: garbage }
      if (!survives(decodeCosignRequest, spoilt)) return
      const again = encodeCosignRequest(decodeCosignRequest(spoilt)) as Record<string, unknown>
      for (const [name, value] of Object.entries(again))
        expect(String(value).toLowerCase()).toBe(String(spoilt[name] ?? 'authorize').toLowerCase())
    }),
    runs(100),
  )
})
