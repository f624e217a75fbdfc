import { hexToBytes } from 'viem'
import { expect, test } from 'vitest'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import { craftLookalike } from './craftLookalike.js'

const target = '0x52908400098527886E0F7030069857D2E4169EE7'

test('default: a fresh middle each time', () => {
  expect(craftLookalike(target)).not.toBe(craftLookalike(target))
})

test('parameter: randomBytes', () => {
  const zeros = new Uint8Array(20)
  expect(craftLookalike(target, zeros).toLowerCase()).toBe('0x5290000000000000000000000000000000009ee7')
  expect(craftLookalike(target, zeros)).toBe(craftLookalike(target, zeros))
  expect(craftLookalike(target, (count) => new Uint8Array(count))).toBe(craftLookalike(target, zeros))
})

test('behavior: another address where the bytes are those of the target', () => {
  const middle = hexToBytes(target).subarray(2, 18)
  expect(craftLookalike(target, middle)).toMatch(/^0x5290.{32}9ee7$/i)
  expect(craftLookalike(target, middle).toLowerCase()).not.toBe(target.toLowerCase())
})

test('error: too few bytes, malformed target', () => {
  expect(() => craftLookalike(target, new Uint8Array(15))).toThrow(InvalidInputError)
  expect(() => craftLookalike(target, () => new Uint8Array(15))).toThrow(InvalidInputError)
  expect(() => craftLookalike('0x5290')).toThrow(InvalidAddressError)
})
