import { expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { LinkMalformedError } from '../errors/link.js'
import { formatPaymentLink } from './formatPaymentLink.js'
import { readPaymentLink } from './readPaymentLink.js'
import type { PaymentLink } from './types.js'

const origin = 'https://pay.example'
const linkSecret = `0x${'fb'.repeat(32)}` as const
const secret = '-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s'
const place = { chainId: 5042002, transferId: 42n }
const problemOf = (text: unknown) => {
  try {
    return readPaymentLink(text as string)
  } catch (error) {
    if (error instanceof LinkMalformedError) return error.problem
    throw error
  }
}

test.each<[string, PaymentLink]>([
  [`${origin}/#/claim/5042002/42`, { kind: 'claim', ...place }],
  [`${origin}/#/claim/5042002/42/7K3M9QXVAB2CDEFG`, { kind: 'claim', ...place, code: '7K3M9QXVAB2CDEFG' }],
  [`${origin}/#/pay/5042002/42/${secret}`, { kind: 'payment', ...place, linkSecret }],
])('%s', (text, link) => {
  expect(formatPaymentLink(link, origin)).toBe(text)
  expect(formatPaymentLink(link, `${origin}/`)).toBe(text)
  for (const given of [
    text,
    text.slice(text.indexOf('#')),
    ` ${text}\n`,
    text.replace(origin, 'http://127.0.0.1:4173/x?y=1'),
  ])
    expect(readPaymentLink(given)).toEqual(link)
})

test('a code is read as a person types it', () => {
  const text = `${origin}/#/claim/5042002/42/7k3m-9qxv-ab2c-defg`
  expect(readPaymentLink(text)).toEqual({ kind: 'claim', ...place, code: '7K3M9QXVAB2CDEFG' })
  expect(formatPaymentLink({ kind: 'claim', ...place, code: '7k3m-9qxv-ab2c-defg' }, origin)).toMatch(
    /7K3M9QXVAB2CDEFG$/,
  )
})

test.each([
  [undefined, 'not_a_link'],
  ['', 'not_a_link'],
  [`${origin}/claim/5042002/42`, 'not_a_link'],
  [`${origin}/?#/pay/5042002/42/${secret}?x`, 'bad_secret'],
  [`${origin}/pay/5042002/42/${secret}`, 'not_a_link'],
  [`javascript:alert(1)#/claim/5042002/42`, 'not_a_link'],
  [`${origin}/#/request/5042002/42`, 'not_a_link'],
  [`${origin}/#/claim/5042002`, 'not_a_link'],
  [`${origin}/#/claim/5042002/42/7K3M9QXVAB2CDEFG/x`, 'not_a_link'],
  [`${origin}/#/Claim/5042002/42`, 'not_a_link'],
  [`${origin} #/claim/5042002/42`, 'not_a_link'],
  [`${origin}/#/claim/5042002/42${' '.repeat(2_048)}`, 'not_a_link'],
  [`${'x'.repeat(10_000_000)}#/claim/5042002/42`, 'not_a_link'],
  [`${origin}/#/pay/5042002/42/${secret}/5042002/43/${secret}`, 'not_a_link'],
  [`${origin}/#/pay/5042002/42/${secret}#/pay/5042002/43/${secret}`, 'not_a_link'],
  [`${origin}/#/pay/5042002/42/${secret}&amount=5`, 'bad_secret'],
  [`${origin}/#/PAY/5042002/42/${secret}`, 'not_a_link'],
  [`${origin}/#/раy/5042002/42/${secret}`, 'not_a_link'],
  [`${origin}/#/pay/5042002/٤٢/${secret}`, 'bad_transfer'],
  [`${origin}/#/pay/5042002/%34%32/${secret}`, 'bad_transfer'],
  [`${origin}/#/pay/__proto__/42/${secret}`, 'bad_chain'],
  [`${origin}/#/claim/0/42`, 'bad_chain'],
  [`${origin}/#/claim//42`, 'bad_chain'],
  [`${origin}/#/claim/0x4cef52/42`, 'bad_chain'],
  [`${origin}/#/claim/9007199254740992/42`, 'bad_chain'],
  [`${origin}/#/claim/5042002/0`, 'bad_transfer'],
  [`${origin}/#/claim/5042002/042`, 'bad_transfer'],
  [`${origin}/#/claim/5042002/-1`, 'bad_transfer'],
  [`${origin}/#/claim/5042002/${2n ** 256n}`, 'bad_transfer'],
  [`${origin}/#/claim/5042002/42/`, 'bad_secret'],
  [`${origin}/#/claim/5042002/42/7K3M9QXVAB2CDEFU`, 'bad_secret'],
  [`${origin}/#/claim/5042002/42/${secret}`, 'bad_secret'],
  [`${origin}/#/pay/5042002/42`, 'bad_secret'],
  [`${origin}/#/pay/5042002/42/7K3M9QXVAB2CDEFG`, 'bad_secret'],
  [`${origin}/#/pay/5042002/42/${secret.slice(1)}`, 'bad_secret'],
  [`${origin}/#/pay/5042002/42/${secret}A`, 'bad_secret'],
  [`${origin}/#/pay/5042002/42/${secret}=`, 'bad_secret'],
  [`${origin}/#/pay/5042002/42/${secret.slice(0, -1)}t`, 'bad_secret'],
])('hostile text %# is refused', (text, problem) => {
  expect(problemOf(text)).toBe(problem)
})

test('no error repeats a secret', () => {
  for (const text of [
    `${origin}/#/pay/1/0/${secret}`,
    `${origin}/#/pay/1/1/${secret}x`,
    `${origin}/#/claim/1/1/7K3M9QXVAB2CDEFGH`,
  ])
    expect(() => readPaymentLink(text)).not.toThrow(/-_v7|7K3M/)
  const write = () => formatPaymentLink({ kind: 'payment', ...place, linkSecret: '0xfbfbfb' }, origin)
  expect(write).toThrow(InvalidInputError)
  expect(write).not.toThrow(/fbfb/)
  const code = () => formatPaymentLink({ kind: 'claim', ...place, code: '7K3M' }, origin)
  expect(code).toThrow(InvalidInputError)
  expect(code).not.toThrow(/7K3M/)
})

test.each([
  { chainId: 0 },
  { chainId: 1.5 },
  { transferId: 0n },
  { transferId: 2n ** 256n },
  { transferId: 42 as unknown as bigint },
])('error: %#', (change) => {
  expect(() => formatPaymentLink({ kind: 'claim', ...place, ...change }, origin)).toThrow(InvalidInputError)
})

test.each([
  ['chainId', { chainId: 0 }, '"0" is not a chain id.'],
  ['chainId', { chainId: 1.5 }, '"1.5" is not a chain id.'],
  ['transferId', { transferId: 0n }, '"0" is not a transfer id.'],
  ['transferId', { transferId: 2n ** 256n }, `"${2n ** 256n}" is not a transfer id.`],
])('formatPaymentLink refuses a bad %s', (parameter, change, shortMessage) => {
  const write = () => formatPaymentLink({ kind: 'claim', ...place, ...change }, origin)
  expect(write).toThrow(expect.objectContaining({ parameter, shortMessage }))
})

test('formatPaymentLink: the first and the last transfer have a link, and a damaged secret is named', () => {
  expect(formatPaymentLink({ kind: 'claim', ...place, transferId: 1n }, origin)).toBe(`${origin}/#/claim/5042002/1`)
  const last = 2n ** 256n - 1n
  expect(formatPaymentLink({ kind: 'claim', chainId: 1, transferId: last }, origin)).toBe(`${origin}/#/claim/1/${last}`)
  expect(() => formatPaymentLink({ kind: 'payment', ...place, linkSecret: '0x12' }, origin)).toThrow(
    expect.objectContaining({ parameter: 'linkSecret' }),
  )
})
