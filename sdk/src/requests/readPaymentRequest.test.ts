import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { RequestMalformedError } from '../errors/request.js'
import { findPaidRequest } from './findPaidRequest.js'
import { paymentRequestFile, paymentRequestLink, paymentRequestUri } from './formatPaymentRequest.js'
import { hashPaymentRequest } from './hashPaymentRequest.js'
import { readPaymentRequest } from './readPaymentRequest.js'
import type { SignedPaymentRequest } from './types.js'
import vectors from './vectors.json' with { type: 'json' }

const origin = 'https://pay.example'
const requests = vectors.requests.map(({ hash, uri, ...fields }) => ({
  hash,
  uri,
  request: {
    ...fields,
    amount: BigInt(fields.amount),
    notBefore: new Date(fields.notBefore * 1000),
    expires: new Date(fields.expires * 1000),
    nonce: BigInt(fields.nonce),
  } as SignedPaymentRequest,
}))
const [{ request, uri }] = requests as [(typeof requests)[number]]
const data = uri.slice(uri.indexOf('&d=') + 3)
const problemOf = (text: unknown) => {
  try {
    return String(readPaymentRequest(text as string))
  } catch (error) {
    if (error instanceof RequestMalformedError) return error.field ?? error.problem
    throw error
  }
}

test.each(requests)('vector $hash', ({ hash, uri, request }) => {
  expect(hashPaymentRequest(request)).toBe(hash)
  expect(paymentRequestUri(request)).toBe(uri)
  expect(readPaymentRequest(uri)).toEqual(request)
  expect(uri.length).toBeLessThanOrEqual(400)
})

describe('ways to hand a request out', () => {
  test('default: URI, link, fragment and file are the same request', () => {
    const link = paymentRequestLink(request, origin)
    expect(link).toBe(`https://pay.example/#/request/${data}`)
    for (const text of [link, link.slice(link.indexOf('#')), paymentRequestFile(request), `\n ${uri}\t`])
      expect(readPaymentRequest(text)).toEqual(request)
  })

  test('the origin of a link is not looked at', () => {
    const link = paymentRequestLink(request, origin)
    for (const other of ['https://evil.example', 'http://localhost:5173', 'https://pay.example/app/?x=1'])
      expect(readPaymentRequest(link.replace('https://pay.example', other))).toEqual(request)
  })

  test('the signature of a contract goes by file alone, of at most 2 kB', () => {
    const long = {
      ...request,
      amount: 2n ** 96n - 1n,
      reference: '"'.repeat(64),
      nonce: 2n ** 256n - 1n,
      signature: `0x${'ab'.repeat(700)}` as Hex,
    }
    expect(paymentRequestFile(long).length).toBeLessThanOrEqual(2_048)
    expect(readPaymentRequest(paymentRequestFile(long))).toEqual(long)
    for (const write of [paymentRequestUri, (one: SignedPaymentRequest) => paymentRequestLink(one, origin)])
      expect(() => write(long)).toThrow(InvalidInputError)
    const signature = `0x${'ab'.repeat(701)}` as Hex
    expect(() => paymentRequestFile({ ...long, signature })).toThrow(RequestMalformedError)
  })

  test.each([
    'pay.example',
    'http://pay.example',
    'https://pay.example/app',
    'https://user@pay.example',
    'javascript:alert(1)',
    '',
    undefined,
  ])('error: %j is not an origin', (bad) => {
    expect(() => paymentRequestLink(request, bad as string)).toThrow(InvalidInputError)
  })
})

describe('hostile text', () => {
  test.each([
    ['', 'not_a_request'],
    [undefined, 'not_a_request'],
    ['holdfast:request', 'not_a_request'],
    [`https://pay.example/request/${data}`, 'not_a_request'],
    [`javascript:#/request/${data}`, 'not_a_request'],
    [`https://pay.example/#/pay/${data}`, 'not_a_request'],
    [`${uri}#x`, 'not_a_request'],
    [`${uri}&d=${data}`, 'not_a_request'],
    [`${uri} ${uri}`, 'not_a_request'],
    [uri.replace('v=1', 'v=2'), 'unknown_version'],
    ['holdfast:request?v=2', 'unknown_version'],
    [uri.replace('d=AZ', 'd=Ap'), 'unknown_version'],
    ['holdfast:request?v=1&d=', 'bad_encoding'],
    [`${uri}=`, 'bad_encoding'],
    [uri.slice(0, -1), 'notBefore'],
    [uri.slice(0, 120), 'bad_encoding'],
    [`${uri}${'A'.repeat(200)}`, 'too_large'],
    [`${uri}${'A'.repeat(2_000)}`, 'too_large'],
    ['{"type":"holdfast:request"', 'not_a_request'],
    ['{}', 'not_a_request'],
    [`{"type":"holdfast:request","v":${'['.repeat(900)}`, 'not_a_request'],
    ['[]', 'not_a_request'],
    ['{"type":"holdfast:request","v":2}', 'unknown_version'],
    ['{"__proto__":{"type":"holdfast:request","v":1}}', 'not_a_request'],
    [
      '{"type":"holdfast:request","v":1,"__proto__":{"payee":"0x8617E340B3D01FA5F11F306F4090FD50E238070D"}}',
      'bad_encoding',
    ],
    [`HOLDFAST:${uri.slice(9)}`, 'not_a_request'],
    [uri.replace('d=', 'd=%41'), 'bad_encoding'],
    [uri.replace('&d=', `&amount=1&d=`), 'not_a_request'],
    [`${uri}&v=1`, 'not_a_request'],
    [`${uri}${'A'.repeat(10_000_000)}`, 'too_large'],
    ['{"type":"holdfast:request","v":1}', 'payee'],
  ])('%# is refused', (text, problem) => {
    expect(problemOf(text)).toBe(problem)
  })

  const file = (changes: object) => JSON.stringify({ ...JSON.parse(paymentRequestFile(request)), ...changes })
  test.each([
    [{ payee: '0x0000000000000000000000000000000000000000' }, 'payee'],
    [{ payee: '0x90F79bf6EB2c4f870365E785982E1f101E93B906' }, 'payee'],
    [{ payee: request.token }, 'payee'],
    [{ token: '0x36' }, 'token'],
    [{ chainId: 0 }, 'chainId'],
    [{ chainId: '5042002' }, 'chainId'],
    [{ chainId: 1.5 }, 'chainId'],
    [{ amount: 25 }, 'amount'],
    [{ amount: '-1' }, 'amount'],
    [{ amount: '01' }, 'amount'],
    [{ amount: `${2n ** 96n}` }, 'amount'],
    [{ reference: 'x'.repeat(65) }, 'reference'],
    [{ reference: 'Invoice\n7' }, 'reference'],
    [{ reference: 'Rеnt' }, 'reference'],
    [{ notBefore: -1 }, 'notBefore'],
    [{ notBefore: 9e15 }, 'notBefore'],
    [{ expires: 1_799_999_999 }, 'expires'],
    [{ expires: 1_800_000_000 + 90 * 86_400 + 1 }, 'expires'],
    [{ nonce: `${2n ** 256n}` }, 'nonce'],
    [{ signature: '0x' }, 'signature'],
    [{ signature: '0xabc' }, 'signature'],
    [{ signature: null }, 'signature'],
    [{ extra: 1 }, 'bad_encoding'],
  ])('a file with %j is refused', (changes, problem) => {
    expect(problemOf(file(changes))).toBe(problem)
  })

  test('an error repeats nothing of the text', () => {
    const read = () => readPaymentRequest(file({ signature: '0xsecret', reference: 'Invoice' }))
    expect(read).toThrow(RequestMalformedError)
    expect(read).not.toThrow(/secret|Invoice 2026|0x90F7/)
  })
})

test('a request is found again among payments, whatever its signature', () => {
  const paid = { requestHash: hashPaymentRequest(request), transferId: 42n }
  const other = { requestHash: hashPaymentRequest({ ...request, nonce: 8n }), transferId: 43n }
  const again = { ...request, payee: request.payee.toLowerCase() as Hex, signature: '0x1234' as Hex }
  expect(findPaidRequest(again, [other, paid])).toEqual([paid])
  expect(findPaidRequest({ ...request, amount: 1n }, [other, paid])).toEqual([])
})
