import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { spendableTokensFor } from '../chain/tokens.js'
import { InvalidAmountError } from '../errors/input.js'
import { RequestMalformedError } from '../errors/request.js'
import { paymentOfRequest } from './paymentOfRequest.js'
import type { SignedPaymentRequest } from './types.js'

const payee = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const usdc = '0x3600000000000000000000000000000000000000'
const request = (over: Partial<SignedPaymentRequest> = {}): SignedPaymentRequest => ({
  payee,
  chainId: 5042002,
  token: usdc,
  amount: 25_000_000n,
  reference: '',
  notBefore: new Date(0),
  expires: new Date(1_000),
  nonce: 1n,
  signature: `0x${'11'.repeat(65)}` as Hex,
  ...over,
})

test('the amount of the request, to its payee', () => {
  expect(paymentOfRequest(request())).toEqual({ to: payee, amount: 25_000_000n })
  expect(paymentOfRequest(request(), { amount: 25_000_000n }).amount).toBe(25_000_000n)
})

test('the amount of the payer, where the request leaves it open', () => {
  expect(paymentOfRequest(request({ amount: 0n }), { amount: 1n })).toEqual({ to: payee, amount: 1n })
})

test.each([
  ['no amount where one must be chosen', request({ amount: 0n }), {}],
  ['nothing', request({ amount: 0n }), { amount: 0n }],
  ['less than nothing', request({ amount: 0n }), { amount: -1n }],
  ['a number', request({ amount: 0n }), { amount: 5 as unknown as bigint }],
  ['more than is asked for', request(), { amount: 25_000_001n }],
  ['less than is asked for', request(), { amount: 0n }],
])('error: %s', (_, given, options) => {
  expect(() => paymentOfRequest(given, options)).toThrow(InvalidAmountError)
})

test('error: another token, which a protected send does not pay', () => {
  const other = spendableTokensFor(5042002).find(({ address }) => address.toLowerCase() !== usdc)
  expect(other, 'the registry knows another one').toBeDefined()
  const token = other?.address ?? usdc
  expect(() => paymentOfRequest(request({ token }))).toThrow(
    expect.objectContaining({ problem: 'unknown_token', field: 'token' }),
  )
  expect(() => paymentOfRequest(request({ reference: '\u001b[2J' }))).toThrow(RequestMalformedError)
})
