import { runs } from '@holdfast/testkit/tier'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { checksumAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { WireFormatError } from '../errors/wire.js'
import {
  decodeGaslessClaim,
  decodeGaslessClaimResult,
  encodeGaslessClaim,
  encodeGaslessClaimResult,
} from './gaslessClaim.js'
import { decodeHealth } from './health.js'
import { decodeInvestigate, decodeInvestigation, encodeInvestigation } from './investigate.js'
import {
  decodeRelayAnnounce,
  decodeRelayAnnounceResult,
  decodeRelayCreate,
  decodeRelayCreateResult,
  decodeRelayGas,
  decodeRelayGasResult,
  decodeRelayPending,
  encodeRelayAnnounce,
  encodeRelayCreate,
  encodeRelayGas,
} from './relay.js'
import { decodeVerifiedRecipients, encodeVerifiedRecipients } from './verifiedRecipients.js'

const bytes = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((array): Hex => `0x${Array.from(array, (byte) => byte.toString(16).padStart(2, '0')).join('')}`)
const address = bytes(20)
  .filter((hex) => !/^0x0*$/.test(hex))
  .map((hex) => checksumAddress(hex))
/** Of the private keys 1 to 2^30. */
const point = fc
  .integer({ min: 1, max: 2 ** 30 })
  .map((key): Hex => `0x${secp256k1.Point.BASE.multiply(BigInt(key)).toHex(true)}`)
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const block = fc.bigInt({ min: 0n, max: BigInt(Number.MAX_SAFE_INTEGER) })
const uint40 = fc.integer({ min: 0, max: 2 ** 40 - 1 })
const chainId = fc.integer({ min: 1 })
const optional = <value>(name: string, values: fc.Arbitrary<value>) =>
  fc.option(values, { nil: undefined }).map((value) => (value === undefined ? {} : { [name]: value }))

const announcement = fc
  .tuple(address, point, fc.integer({ min: 0, max: 255 }), optional('label', fc.string({ maxLength: 80 })))
  .map(([stealthAddress, ephemeralPubKey, viewTag, label]) => ({
    stealthAddress,
    ephemeralPubKey,
    viewTag,
    ...label,
  }))
const terms = {
  token: address,
  cosigner: address,
  target: address,
  maxAmount: amount,
  perPullMax: amount,
  expiry: uint40,
  interval: uint40,
  mode: fc.integer({ min: 0, max: 255 }),
}
const policy = fc.oneof(
  fc.record({ ...terms, owner: address, vault: address }),
  fc.record({ ...terms, ownerHash: bytes(32), vaultHash: bytes(32) }),
)

test('what is written is read again', () => {
  const create = fc
    .tuple(bytes(32), policy, optional('announce', announcement), optional('chainId', chainId))
    .map(([salt, policy, announce, chain]) => ({ salt, policy, ...announce, ...chain }))
  fc.assert(
    fc.property(create, (request) => {
      const body = JSON.parse(JSON.stringify(encodeRelayCreate(request)))
      expect(decodeRelayCreate(body)).toEqual(request)
    }),
    runs(1_000),
  )
  const announce = fc
    .tuple(announcement, address, optional('chainId', chainId))
    .map(([said, box, chain]) => ({ ...said, box, ...chain }))
  fc.assert(
    fc.property(announce, (request) => {
      expect(decodeRelayAnnounce(JSON.parse(JSON.stringify(encodeRelayAnnounce(request))))).toEqual(request)
    }),
    runs(100),
  )
  fc.assert(
    fc.property(address, (to) => {
      expect(decodeRelayGas(encodeRelayGas({ to }))).toEqual({ to })
    }),
    runs(100),
  )
  const transferId = amount.filter((id) => id > 0n)
  const code = fc.stringMatching(/^[A-Z0-9-]{1,64}$/)
  const claim = fc.oneof(
    fc
      .tuple(fc.record({ transferId, code, salt: bytes(32) }), optional('recipient', address))
      .map(([fields, recipient]) => ({ ...fields, ...recipient })),
    fc.record({ transferId, recipient: address, signature: bytes(65) }),
  )
  fc.assert(
    fc.property(claim, (request) => {
      expect(decodeGaslessClaim(JSON.parse(JSON.stringify(encodeGaslessClaim(request))))).toEqual(request)
    }),
    runs(100),
  )
  const fault = fc.oneof(
    fc.record({ kind: fc.constant('wrong_code' as const), attemptsRemaining: fc.integer({ min: 0, max: 5 }) }),
    fc.constant({ kind: 'locked' as const, attemptsRemaining: 0 as const }),
    fc.record({
      kind: fc.constant('unavailable' as const),
      reason: fc.constantFrom(
        ...(['not_pending', 'expired', 'unknown'] as const),
        ...(['other_recipient', 'invalid_signature', 'awaiting_release', 'token_refused', 'foreign_verifier'] as const),
      ),
    }),
    fc.constant({ kind: 'unknown' as const }),
  )
  const result = fc.oneof(
    bytes(32).map((txHash) => ({ ok: true as const, txHash })),
    fault.map((error) => ({ ok: false as const, error })),
    fc.tuple(fault, bytes(32)).map(([error, txHash]) => ({ ok: false as const, error, txHash })),
  )
  fc.assert(
    fc.property(result, (value) => {
      const body = JSON.parse(JSON.stringify(encodeGaslessClaimResult(value)))
      expect(decodeGaslessClaimResult({ ...body, newer: 1 })).toEqual(value)
    }),
    runs(100),
  )
})

test('lists and verdicts come back whole', () => {
  const list = fc
    .tuple(chainId, address, fc.uniqueArray(fc.tuple(address, amount, block, bytes(32)), { selector: ([one]) => one }))
    .map(([chainId, sender, rows]) => {
      const recipients = rows
        .map(([address, transferId, blockNumber, transactionHash]) => ({
          address,
          transferId,
          blockNumber,
          transactionHash,
        }))
        .sort((a, b) => (a.blockNumber < b.blockNumber ? -1 : 1))
      return { chainId, sender, recipients, completeToBlock: BigInt(Number.MAX_SAFE_INTEGER), complete: true }
    })
  fc.assert(
    fc.property(list, (body) => {
      const text = JSON.stringify(encodeVerifiedRecipients(body))
      expect(decodeVerifiedRecipients(JSON.parse(text), body)).toEqual(body)
      expect(() => decodeVerifiedRecipients(JSON.parse(text), { ...body, chainId: body.chainId + 1 })).toThrow()
      const [first] = body.recipients
      if (first) expect(() => encodeVerifiedRecipients({ ...body, recipients: [...body.recipients, first] })).toThrow()
    }),
    runs(100),
  )
  const level = fc.constantFrom('safe' as const, 'warning' as const, 'block' as const)
  fc.assert(
    fc.property(level, address, amount, (level, target, usdcBalance) => {
      const investigation = {
        rule: { level, reasons: [{ code: 'NEW_ADDRESS' as const, severity: level, message: 'x', count: 2 }] },
        advisory: { level, headline: 'A sentence.', points: ['One.'] },
        dossier: {
          target,
          chainId: 1,
          isContract: null,
          isDelegated: false,
          transactionCount: 0,
          firstSeenAt: '2026-01-01T00:00:00.000Z',
          usdcBalance,
          nearMisses: [{ counterparty: target, sharedPrefix: 3, sharedSuffix: 4 }],
          missing: ['isContract'],
        },
        deep: 'ran' as const,
      }
      const body = JSON.parse(JSON.stringify(encodeInvestigation(investigation)))
      expect(decodeInvestigation(body)).toEqual(investigation)
    }),
    runs(100),
  )
})

const decoders: readonly ((value: unknown) => unknown)[] = [
  decodeRelayCreate,
  decodeRelayAnnounce,
  decodeRelayGas,
  decodeRelayCreateResult,
  decodeRelayAnnounceResult,
  decodeRelayGasResult,
  decodeRelayPending,
  decodeGaslessClaim,
  decodeGaslessClaimResult,
  decodeHealth,
  decodeInvestigate,
  decodeInvestigation,
  (value) => decodeVerifiedRecipients(value, { chainId: 1, sender: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' }),
]

test('whatever comes, nothing but a WireFormatError is thrown, and it repeats no value', () => {
  fc.assert(
    fc.property(fc.nat({ max: decoders.length - 1 }), fc.anything({ withNullPrototype: true }), (which, value) => {
      try {
        decoders[which]?.(value)
      } catch (error) {
        expect(error).toBeInstanceOf(WireFormatError)
      }
    }),
    runs(5_000),
  )
  const secret = 'ABCD-EFGH-JKMN-PQR!'
  const salt = `0x${'11'.repeat(31)}`
  try {
    decodeGaslessClaim({ transferId: '1', code: secret, salt })
    expect.unreachable()
  } catch (error) {
    expect(`${error}`).not.toContain(secret)
    expect(`${error}`).not.toContain(salt)
  }
})

test.each<[unknown, string, string]>([
  [{ to: '0x90f79bf6EB2c4f870365E785982E1f101E93b906' }, '/to', 'not_an_address'],
  [{ to: `0x${'00'.repeat(20)}` }, '/to', 'not_an_address'],
  [{}, '/to', 'required'],
  [{ to: '0x90F79bf6EB2c4f870365E785982E1f101E93b906', amount: '1' }, '/amount', 'unknown_key'],
  [{ to: '0x90F79bf6EB2c4f870365E785982E1f101E93b906', chainId: '1' }, '/chainId', 'not_an_integer'],
])('error: %j', (body, pointer, problem) => {
  expect(() => decodeRelayGas(body)).toThrow(expect.objectContaining({ pointer, problem }))
})
