import { formatPaymentLink } from '@holdfast/sdk/links'
import {
  paymentRequestFile,
  paymentRequestLink,
  paymentRequestUri,
  type SignedPaymentRequest,
} from '@holdfast/sdk/requests'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { readScanned } from './readScanned.js'

const here = 'https://pay.example'
const payee = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const place = { chainId: 5_042_002, transferId: 42n }
const linkSecret: Hex = `0x${'5a'.repeat(32)}`
const request: SignedPaymentRequest = {
  payee,
  chainId: 5_042_002,
  token: '0x3600000000000000000000000000000000000000',
  amount: 25_000_000n,
  reference: 'Invoice 7',
  notBefore: new Date(0),
  expires: new Date(86_400_000),
  nonce: 1n,
  signature: `0x${'11'.repeat(65)}`,
}
const requestPage = paymentRequestLink(request, here).slice(`${here}/#`.length)

test.each([
  ['a claim link', formatPaymentLink({ kind: 'claim', ...place }, here), '/claim/5042002/42'],
  [
    'a claim link of another origin',
    formatPaymentLink({ kind: 'claim', ...place }, 'https://other.example'),
    '/claim/5042002/42',
  ],
  [
    'a claim link with its code',
    formatPaymentLink({ kind: 'claim', ...place, code: 'ABCDEFGHJKMNPQRS' }, here),
    '/claim/5042002/42/ABCDEFGHJKMNPQRS',
  ],
  ['a payment request as a link', paymentRequestLink(request, 'https://other.example'), requestPage],
  ['a payment request as a URI', paymentRequestUri(request), requestPage],
  ['a payment request as a file', paymentRequestFile(request), requestPage],
])('%s has a page', (_, text, path) => {
  expect(readScanned(` ${text}\n`, here)).toEqual({ kind: 'page', path })
})

test('a payment link goes to the page of payment links, and never to that of claim links', () => {
  const scanned = readScanned(formatPaymentLink({ kind: 'payment', ...place, linkSecret }, here), here)
  expect(scanned).toEqual({ kind: 'page', path: expect.stringMatching(/^\/pay\/5042002\/42\/[\w-]{43}$/) })
})

test.each([payee, payee.toLowerCase(), `ethereum:${payee}`])('the address %s is a recipient', (text) => {
  expect(readScanned(text, here)).toEqual({ kind: 'address', address: payee })
})

test.each([
  ['nothing', ''],
  ['a page', 'https://shop.example/menu#/table/12'],
  ['a claim link with an invalid code', `${here}/#/claim/5042002/42/short`],
  ['a payment link without its secret', `${here}/#/pay/5042002/42`],
  ['a request that was cut', `${here}/#${requestPage.slice(0, -1)}`],
  ['an address whose checksum is wrong', payee.replace('E340B3', 'e340B3')],
  ['a payment as a URI, whose amount and token this page would drop', `ethereum:${payee}?value=1`],
  ['a script', 'javascript:alert(1)'],
])('%s is shown and not opened', (_, text) => {
  expect(readScanned(text, here)).toEqual({ kind: 'foreign' })
})
