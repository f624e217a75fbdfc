import { describe, expect, test } from 'vitest'
import { WireFormatError } from '../errors/wire.js'
import { decodeCosignerAddress, encodeCosignerAddress } from './cosignerAddress.js'
import { decodeCosignSignature, decodeCosignVerdict, encodeCosignResult } from './cosignResult.js'
import { COSIGN_VETOES, type CosignVetoCode } from './cosignVetoes.js'

const signature = `0x${'ab'.repeat(65)}` as const
const blocked = {
  approved: false,
  code: 'risk_blocked',
  reason: COSIGN_VETOES.risk_blocked,
  riskReasons: ['LOOKALIKE_ADDRESS'],
} as const
const viaJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('the answers of POST /api/cosign', () => {
  test('default: come back as they went', () => {
    const approval = { approved: true, signature } as const
    expect(decodeCosignSignature(viaJson(encodeCosignResult(approval)))).toStrictEqual(approval)
    expect(decodeCosignSignature(viaJson(encodeCosignResult(blocked)))).toStrictEqual(blocked)
    expect(decodeCosignVerdict(viaJson(encodeCosignResult(blocked)))).toStrictEqual(blocked)
    expect(decodeCosignVerdict(viaJson(encodeCosignResult({ approved: true })))).toStrictEqual({ approved: true })
  })

  test('behavior: every veto of the table can travel', () => {
    for (const code of Object.keys(COSIGN_VETOES) as CosignVetoCode[]) {
      const veto = { approved: false, code, reason: COSIGN_VETOES[code] } as const
      expect(decodeCosignSignature(viaJson(encodeCosignResult(veto)))).toStrictEqual(veto)
    }
  })

  test('behavior: a newer service may say more; what is not known is dropped, an unknown code is kept', () => {
    const newer = { ...blocked, code: 'sanctioned', until: 1, more: {} }
    expect(decodeCosignSignature(newer)).toStrictEqual({ ...blocked, code: 'sanctioned' })
    expect(decodeCosignVerdict({ approved: true, signature, more: 1 })).toStrictEqual({ approved: true })
  })

  test('behavior: a foreign co-signer need not name a code', () => {
    const { code: _, ...plain } = blocked
    expect(decodeCosignSignature(plain)).toStrictEqual(plain)
    expect(decodeCosignVerdict({ approved: false, reason: 'No.' })).toStrictEqual({ approved: false, reason: 'No.' })
  })

  test('behavior: a signature goes out in lower case', () => {
    const shouted = { approved: true, signature: `0x${'AB'.repeat(65)}` } as const
    expect(encodeCosignResult(shouted)).toStrictEqual({ approved: true, signature })
  })

  test.each([
    ['an approval without a signature', { approved: true }],
    ['an approval with an empty one', { approved: true, signature: '0x' }],
    ['an approval with half a byte', { approved: true, signature: '0xabc' }],
    ['an approval that is text', { approved: 'true', signature }],
    ['neither', { signature }],
    ['both', [{ approved: true, signature }]],
    ['a veto with a code of its own form', { ...blocked, code: 'Risk Blocked' }],
    ['a veto without words', { ...blocked, reason: '' }],
    ['a veto that never ends', { ...blocked, reason: 'x'.repeat(501) }],
    ['a veto that turns its text around', { ...blocked, reason: 'safe \u202e' }],
    ['a veto with invalid reasons', { ...blocked, riskReasons: [1] }],
    ['a veto with too many', { ...blocked, riskReasons: Array.from({ length: 51 }, () => 'X') }],
    ['a veto with one reason, not in a list', { ...blocked, riskReasons: 'X' }],
    ['nothing', null],
  ])('error: %s', (_, body) => {
    expect(() => decodeCosignSignature(body)).toThrow(WireFormatError)
  })

  test('error: an inherited approval', () => {
    expect(() => decodeCosignVerdict(Object.create({ approved: true }))).toThrow(WireFormatError)
  })
})

describe('the answer of GET /api/cosign', () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'

  test('default: comes back as it went', () => {
    expect(encodeCosignerAddress(address.toLowerCase() as typeof address)).toEqual({ address })
    expect(decodeCosignerAddress(viaJson(encodeCosignerAddress(address)))).toBe(address)
    expect(decodeCosignerAddress({ address: address.toLowerCase(), more: 1 })).toBe(address)
  })

  test('error: anything else', () => {
    for (const wrong of [null, {}, { address: '0x12' }, { address: `0x${'0'.repeat(40)}` }, [address], address])
      expect(() => decodeCosignerAddress(wrong)).toThrow(WireFormatError)
  })
})
