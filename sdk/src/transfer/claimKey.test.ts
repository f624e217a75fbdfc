import vectors from '@holdfast/contracts/vectors/protected-transfer.json' with { type: 'json' }
import { type Hex, pad } from 'viem'
import { expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { claimKeyFromCode, claimKeyFromLink, generateLinkSecret } from './claimKey.js'

test.each(vectors.claimSecrets)('claim key of $secret', ({ secret, code, claimKey, claimKeyAddress }) => {
  const expected = {
    privateKey: claimKey,
    address: claimKeyAddress,
    claimHash: pad(claimKeyAddress.toLowerCase() as Hex),
  }
  expect(claimKeyFromCode(secret)).toEqual(expected)
  expect(claimKeyFromCode(code)).toEqual(expected)
})

test.each(vectors.linkKeys)('claim key of a link', ({ secret, claimKey, claimKeyAddress }) => {
  expect(claimKeyFromLink(secret as Hex)).toMatchObject({ privateKey: claimKey, address: claimKeyAddress })
})

test('behavior: two links have two secrets of 32 bytes', () => {
  const [one, other] = [generateLinkSecret(), generateLinkSecret()]
  expect(one).toMatch(/^0x[0-9a-f]{64}$/)
  expect(one).not.toBe(other)
  expect(claimKeyFromLink(one)).not.toEqual(claimKeyFromLink(other))
})

test('error: a malformed secret is not repeated', () => {
  for (const make of [() => claimKeyFromCode('7K3M-9QXV'), () => claimKeyFromLink('0x7b39')]) {
    expect(make).toThrow(InvalidInputError)
    expect(make).not.toThrow(/7K3M|7b39/)
  }
})
