import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { bytesToHex, maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import { LinkMalformedError } from '../errors/link.js'
import { generateClaimCode } from '../transfer/claimSecret.js'
import { formatPaymentLink } from './formatPaymentLink.js'
import { readPaymentLink } from './readPaymentLink.js'
import type { PaymentLink } from './types.js'

const origin = 'https://pay.example'
const place = {
  chainId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  transferId: fc.bigInt({ min: 1n, max: maxUint256 }),
}
const link: fc.Arbitrary<PaymentLink> = fc.oneof(
  fc.record({ kind: fc.constant('claim' as const), ...place }),
  fc.record({
    kind: fc.constant('claim' as const),
    ...place,
    code: fc.constant(0).map(() => generateClaimCode().code),
  }),
  fc.record({
    kind: fc.constant('payment' as const),
    ...place,
    linkSecret: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => bytesToHex(bytes)),
  }),
)

/** A link, or a refusal of its own type. */
function readOrRefuse(text: string): PaymentLink | undefined {
  try {
    return readPaymentLink(text)
  } catch (error) {
    expect(error).toBeInstanceOf(LinkMalformedError)
    return undefined
  }
}

test('property: format and read are inverses, and what is secret is in the fragment alone', () => {
  fc.assert(
    fc.property(link, (one) => {
      const text = formatPaymentLink(one, origin)
      expect(readPaymentLink(text)).toEqual(one)
      const { pathname, search, hash } = new URL(text)
      expect([pathname, search]).toEqual(['/', ''])
      expect(readPaymentLink(hash)).toEqual(one)
    }),
    runs(100),
  )
})

test('property: one kind is never read as the other', () => {
  fc.assert(
    fc.property(link, (one) => {
      const text = formatPaymentLink(one, origin)
      const swapped = one.kind === 'claim' ? text.replace('/claim/', '/pay/') : text.replace('/pay/', '/claim/')
      expect(readOrRefuse(swapped)).toBeUndefined()
    }),
    runs(100),
  )
})

test('property: a link with any part changed is refused, or another link', () => {
  const letter = fc.constantFrom(...'/#?=-_ 0123456789ABCabcé\0\n')
  fc.assert(
    fc.property(link, fc.nat(120), fc.nat(3), fc.string({ unit: letter, maxLength: 3 }), (one, at, cut, put) => {
      const fragment = new URL(formatPaymentLink(one, origin)).hash
      const changed = fragment.slice(0, at) + put + fragment.slice(at + cut)
      const read = readOrRefuse(changed)
      if (read?.kind === 'payment') expect(new URL(formatPaymentLink(read, origin)).hash).toBe(changed.trim())
    }),
    runs(300),
  )
})

test('property: hostile text is a refusal of its own type', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl({ withFragments: true }),
    fc
      .tuple(fc.constantFrom('claim', 'pay'), fc.array(fc.string(), { maxLength: 4 }))
      .map(([kind, rest]) => `#/${kind}/${rest.join('/')}`),
  )
  fc.assert(
    fc.property(text, (given) => {
      readOrRefuse(given)
    }),
    runs(500),
  )
})
