import { LocalCoSigner } from '@holdfast/sdk/shield'
import { expect, test } from 'vitest'
import { plain } from './plain.js'

test('behavior: two spellings of an address are one key', () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  expect(plain({ address })).toEqual(plain({ address: address.toLowerCase() }))
})

test('behavior: amounts and dates are text, what is undefined is left out', () => {
  expect(plain({ amount: 25_000_000n, at: new Date(0), list: [1n], none: undefined })).toEqual({
    amount: '25000000',
    at: '1970-01-01T00:00:00.000Z',
    list: ['1'],
  })
})

test('behavior: an object with secrets becomes a number, the same each time', () => {
  const key = `0x${'11'.repeat(32)}` as const
  const riskCheck = () => ({ level: 'safe' as const, complete: true })
  const [one, other] = [new LocalCoSigner(key, { riskCheck }), new LocalCoSigner(key, { riskCheck })]
  expect(plain({ one })).toEqual(plain({ one }))
  expect(plain({ one })).not.toEqual(plain({ one: other }))
  expect(JSON.stringify(plain({ one }))).not.toContain('1111')
})
