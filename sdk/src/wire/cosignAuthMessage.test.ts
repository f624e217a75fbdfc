import { describe, expect, test } from 'vitest'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import { type CosignAuthScope, cosignAuthMessage } from './cosignAuthMessage.js'

const owner = '0x52908400098527886E0F7030069857D2E4169EE7'
const account = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const payer = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const target = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const ts = 1_790_000_000_000
const chain = 5042002

describe('cosignAuthMessage', () => {
  test('default: authorize', () => {
    const scope = { chain, account, payer, amount: 5_000_000n, action: 0 } as const
    expect(cosignAuthMessage(owner, ts, scope)).toBe(
      [
        'Holdfast co-sign',
        'chain: 5042002',
        'account: 0x8617e340b3d01fa5f11f306f4090fd50e238070d',
        'owner: 0x52908400098527886e0f7030069857d2e4169ee7',
        'payer: 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
        'amount: 5000000',
        'action: 0',
        'ts: 1790000000000',
      ].join('\n'),
    )
  })

  test('behavior: precheck, on the primary chain by default', () => {
    expect(cosignAuthMessage(owner, ts, { target, amount: 0n })).toBe(
      [
        'Holdfast co-sign',
        'chain: 5042002',
        'owner: 0x52908400098527886e0f7030069857d2e4169ee7',
        'target: 0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91',
        'amount: 0',
        'ts: 1790000000000',
      ].join('\n'),
    )
  })

  test('behavior: counterfactual', () => {
    const scope = { chain, account, payer, target, amount: 2n ** 256n - 1n, action: 0 } as const
    expect(cosignAuthMessage(owner, ts, scope)).toBe(
      [
        'Holdfast co-sign',
        'chain: 5042002',
        'account: 0x8617e340b3d01fa5f11f306f4090fd50e238070d',
        'owner: 0x52908400098527886e0f7030069857d2e4169ee7',
        'payer: 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
        'target: 0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91',
        'amount: 115792089237316195423570985008687907853269984665640564039457584007913129639935',
        'action: 0',
        'ts: 1790000000000',
      ].join('\n'),
    )
  })

  test('behavior: bind', () => {
    expect(cosignAuthMessage(owner, ts, { chain, account, payer, action: 1, until: 1_800_000_000 })).toBe(
      [
        'Holdfast co-sign',
        'chain: 5042002',
        'account: 0x8617e340b3d01fa5f11f306f4090fd50e238070d',
        'owner: 0x52908400098527886e0f7030069857d2e4169ee7',
        'payer: 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
        'action: 1',
        'until: 1800000000',
        'ts: 1790000000000',
      ].join('\n'),
    )
  })

  test('accept: the address that the target may resemble, before the time', () => {
    const lines = (scope: CosignAuthScope) =>
      cosignAuthMessage(owner, ts, { chain, ...scope, accept: target }).split('\n')
    const accepted = ['accept: 0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91', 'ts: 1790000000000']
    expect(lines({ account, amount: 1n, action: 0 }).slice(-3)).toEqual(['action: 0', ...accepted])
    expect(lines({ account, payer, action: 1, until: 1_800_000_000 }).slice(-3)).toEqual([
      'until: 1800000000',
      ...accepted,
    ])
  })

  test('behavior: the case of an address makes no difference', () => {
    const lower = owner.toLowerCase() as typeof owner
    expect(cosignAuthMessage(lower, ts, { amount: 1n })).toBe(cosignAuthMessage(owner, ts, { amount: 1n }))
  })

  test.each([
    ['neither an amount nor an end', {}],
    ['both', { amount: 1n, until: 1_800_000_000 }],
    ['a negative amount', { amount: -1n }],
    ['an amount that no chain holds', { amount: 2n ** 256n }],
    ['an amount that is a number', { amount: 1 }],
    ['an amount that is text', { amount: '1\naction: 1' }],
    ['a chain that is text', { amount: 1n, chain: '1\naccount: 0x00' }],
    ['half a chain', { amount: 1n, chain: 1.5 }],
    ['an amount that has no text', { amount: { toString: 0 } }],
    ['an unknown action', { amount: 1n, action: 2 }],
    ['an end before time', { until: 0 }],
  ])('error: %s', (_, scope) => {
    expect(() => cosignAuthMessage(owner, ts, scope as never)).toThrow(InvalidInputError)
  })

  test('error: an address that is malformed, carries a line break or is zero', () => {
    for (const wrong of ['0x12', `${account}\namount: 1`, `0x${'0'.repeat(40)}`, account.replace('E', 'e')] as const)
      for (const key of ['account', 'payer', 'target', 'accept'])
        expect(() => cosignAuthMessage(owner, ts, { amount: 1n, [key]: wrong })).toThrow(InvalidAddressError)
    for (const wrong of ['0x12', { toString: 0 } as never] as const)
      expect(() => cosignAuthMessage(wrong, ts, { amount: 1n })).toThrow(InvalidAddressError)
  })

  test('error: an invalid time', () => {
    for (const wrong of [0, -1, Number.NaN, 1.5, 2 ** 53])
      expect(() => cosignAuthMessage(owner, wrong, { amount: 1n })).toThrow(InvalidInputError)
  })
})
