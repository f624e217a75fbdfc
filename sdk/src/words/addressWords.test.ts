import { sha256, stringToHex } from 'viem'
import { english } from 'viem/accounts'
import { expect, test } from 'vitest'
import { InvalidAddressError } from '../errors/input.js'
import { isLookalike } from '../risk/grades/isLookalike.js'
import { addressWords } from './addressWords.js'
import { WORDS, WORDS_SHA256 } from './list.js'
import { isWordsOf, readWords } from './readWords.js'
import vectors from './vectors.json' with { type: 'json' }

test('the list is pinned', () => {
  expect(sha256(stringToHex(WORDS.join('\n')))).toBe(WORDS_SHA256)
  expect(WORDS_SHA256).toBe('0xf43d771b77eabaef9c550837d7f72e6e0353c209d0b5d7317422590ad70653c2')
})

test('a word is unique by its first four letters, and stays so when one letter is misheard', () => {
  expect(WORDS).toHaveLength(2048)
  expect([...WORDS].sort()).toEqual(WORDS)
  expect(WORDS.filter((word) => !/^[a-z]{4,8}$/.test(word))).toEqual([])
  expect(new Set(WORDS.map((word) => word.slice(0, 4))).size).toBe(2048)
  const owners = new Map<string, string>()
  for (const word of WORDS)
    for (const blurred of new Set([...word].map((_, index) => `${word.slice(0, index)}?${word.slice(index + 1)}`))) {
      expect(`${word} ${owners.get(blurred)}`).toBe(`${word} undefined`)
      owners.set(blurred, word)
    }
  const shorter = WORDS.filter((word) =>
    [...word].some((_, index) => all.has(word.slice(0, index) + word.slice(index + 1))),
  )
  expect(shorter).toEqual([])
})

test('no word is one of a wallet: those are never read aloud', () => {
  expect(english).toHaveLength(2048)
  expect(english.filter((word) => all.has(word))).toEqual([])
})

test.each(vectors.addressWords)('words of $address', ({ address, words }) => {
  expect(addressWords(address as '0x').join(' ')).toBe(words)
  expect(addressWords(`0x${address.slice(2).toUpperCase()}`).join(' ')).toBe(words)
})

test('two addresses with the same words take 2^22 tries, so that words are never the only check', () => {
  const [one, other] = [
    '0xe484fe3c8f28243928fd9f92576906c90d636b38',
    '0x69f78df0e433e68678bc260650a8ee2d8ac9375c',
  ] as const
  expect(addressWords(one)).toEqual(addressWords(other))
  expect(isLookalike(one, other)).toBe(false)
})

test('typed words are read in any case and grouping, by four letters or more', () => {
  const [one, two, three, four] = ['abacus', 'amaze', 'zigzag', 'zucchini']
  expect(readWords(` ${one.toUpperCase()},${two}\n${three.slice(0, 4)} - ${four.slice(0, 5)}. `)).toEqual([
    one,
    two,
    three,
    four,
  ])
  for (const text of [
    '',
    one,
    `${one} ${two} ${three}`,
    `${one} ${two} ${three} ${four} ${one}`,
    `${one} ${two} ${three} zuc`,
    `${one} ${two} ${three} zucchino`,
    `${one} ${two} ${three} zucchinis`,
    `${one} `.repeat(100),
  ])
    expect(readWords(text)).toBeUndefined()
  expect(readWords(undefined as unknown as string)).toBeUndefined()
})

test('words are those of one address', () => {
  const [zero, all] = vectors.addressWords
  expect(isWordsOf(zero?.address as '0x', zero?.words ?? '')).toBe(true)
  expect(isWordsOf(all?.address as '0x', zero?.words ?? '')).toBe(false)
  expect(isWordsOf(zero?.address as '0x', '')).toBe(false)
})

test('error: a malformed address', () => {
  for (const address of ['0x12', '0x90F79bf6EB2c4f870365E785982E1f101E93B906', null as unknown as string])
    expect(() => addressWords(address as '0x')).toThrow(InvalidAddressError)
})

const all = new Set(WORDS)
