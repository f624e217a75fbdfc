import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { parsePolicyAnswer } from '../src/policyAnswer.js'

test('parsePolicyAnswer: values that no policy has', () => {
  const answer = (place: number, value: string): Hex => {
    const words = Array.from({ length: 10 }, () => '0'.repeat(64))
    words[place] = value.padStart(64, '0')
    return `0x${words.join('')}`
  }
  expect(parsePolicyAnswer(answer(9, '1'))?.policy.mode).toBe(1)
  expect(parsePolicyAnswer(answer(5, 'f'.repeat(64)))?.policy.maxAmount).toBe(2n ** 256n - 1n)
  for (const [place, value] of [
    [1, '1'.padEnd(41, '0')],
    [2, '1'.padEnd(41, '0')],
    [4, '1'.padEnd(41, '0')],
    [7, '1'.padEnd(11, '0')],
    [8, '1'.padEnd(11, '0')],
    [9, '2'],
  ] as const)
    expect(parsePolicyAnswer(answer(place, value))).toBeUndefined()
  expect(parsePolicyAnswer('0x')).toBeUndefined()
  expect(parsePolicyAnswer(`${answer(0, '0')}00`)).toBeUndefined()
})
