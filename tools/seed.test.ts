import { describe, expect, test } from 'vitest'
import { commitSeed, testSeed } from './seed.js'

describe('testSeed', () => {
  test('default: a fresh seed, which processes started from here find', () => {
    const env: Record<string, string | undefined> = {}
    const seed = testSeed(env)
    expect(env.SEED).toBe(String(seed))
    expect(testSeed(env)).toBe(seed)
    expect(testSeed({})).not.toBe(testSeed({}))
  })

  test.each(['', '-1', '0x10', '1.5', '2147483648', 'seed'])('error: refuses SEED=%s', (SEED) => {
    expect(() => testSeed({ SEED })).toThrow(`SEED=${SEED} is not a whole number below 2147483648.`)
  })
})

describe('commitSeed', () => {
  test('behavior: the same for one commit, and always a valid seed', () => {
    expect(commitSeed('44fb678c2c81c5149a8331267ad77d30f5a71234')).toBe(0x44fb678c)
    const SEED = String(commitSeed('ffffffffffffffffffffffffffffffffffffffff'))
    expect(testSeed({ SEED })).toBe(0x7fffffff)
  })
})
