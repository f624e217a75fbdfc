import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { bytesToHex, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { RequestMalformedError } from '../errors/request.js'
import { paymentRequestFile, paymentRequestLink, paymentRequestUri } from './formatPaymentRequest.js'
import { hashPaymentRequest } from './hashPaymentRequest.js'
import { readPaymentRequest } from './readPaymentRequest.js'
import type { SignedPaymentRequest } from './types.js'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const address = bytes(20)
  .filter((one) => one.some((byte) => byte > 0))
  .map((one) => getAddress(bytesToHex(one)))
const seconds = fc.nat({ max: 8_000_000_000_000 })
const request: fc.Arbitrary<SignedPaymentRequest> = fc
  .record({
    payee: address,
    chainId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    token: address,
    amount: fc.bigInt({ min: 0n, max: 2n ** 96n - 1n }),
    reference: fc.string({ unit: 'grapheme-ascii', maxLength: 64 }),
    from: seconds,
    life: fc.nat({ max: 90 * 86_400 }),
    nonce: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    signature: bytes(65).map((one) => bytesToHex(one)),
  })
  .filter(({ payee, token }) => payee !== token)
  .map(({ from, life, ...rest }) => ({
    ...rest,
    notBefore: new Date(from * 1000),
    expires: new Date((from + life) * 1000),
  }))

/** A request that every form gives back, or a refusal of its own type. */
function readOrRefuse(text: string): SignedPaymentRequest | undefined {
  try {
    return readPaymentRequest(text)
  } catch (error) {
    expect(error).toBeInstanceOf(RequestMalformedError)
    return undefined
  }
}

test('property: each way to write a request is read back', () => {
  fc.assert(
    fc.property(request, (one) => {
      const [uri, link, file] = [
        paymentRequestUri(one),
        paymentRequestLink(one, 'https://pay.example'),
        paymentRequestFile(one),
      ]
      for (const text of [uri, link, file]) expect(readPaymentRequest(text)).toEqual(one)
      expect(uri.length).toBeLessThanOrEqual(400)
      expect(file.length).toBeLessThanOrEqual(2_048)
    }),
    runs(100),
  )
})

test('property: a URI with any part changed is refused, or another request', () => {
  const letter = fc.constantFrom(...'ABCDEFabcdef0123456789-_=%&#?/ \n\0é')
  fc.assert(
    fc.property(request, fc.nat(400), fc.nat(3), fc.string({ unit: letter, maxLength: 3 }), (one, at, cut, put) => {
      const uri = paymentRequestUri(one)
      const changed = uri.slice(0, at) + put + uri.slice(at + cut)
      const read = readOrRefuse(changed)
      if (read === undefined || changed.trim() === uri) return
      expect(read).not.toEqual(one)
      expect(paymentRequestUri(read)).toBe(changed.trim())
    }),
    runs(300),
  )
})

test('property: what is read is written in one way', () => {
  const packed = fc
    .uint8Array({ maxLength: 300 })
    .map((one) => `holdfast:request?v=1&d=AQ${Buffer.from(one).toString('base64url')}`)
  const json = fc.json({ maxDepth: 3 }).map((one) => `{"type":"holdfast:request","v":1,"payee":${one}}`)
  fc.assert(
    fc.property(fc.oneof(packed, json, fc.string({ unit: 'binary' }), fc.json()), (text) => {
      const read = readOrRefuse(text)
      if (read) expect(paymentRequestUri(read)).toBe(text)
    }),
    runs(300),
  )
})

test('property: a field that changes changes the hash, the signature alone does not', () => {
  fc.assert(
    fc.property(
      request,
      request,
      fc.constantFrom<keyof SignedPaymentRequest>('payee', 'chainId', 'token', 'amount', 'reference', 'nonce'),
      (one, other, name) => {
        fc.pre(one[name] !== other[name] && one.payee !== other.token && other.payee !== one.token)
        const hash = hashPaymentRequest(one)
        expect(hashPaymentRequest({ ...one, [name]: other[name] })).not.toBe(hash)
        expect(hashPaymentRequest({ ...one, signature: other.signature } as SignedPaymentRequest)).toBe(hash)
      },
    ),
    runs(50),
  )
})
