import { expect, test } from 'vitest'
import { bump, bumpedToTheEnd } from './fees.js'

const gwei = 10n ** 9n

test('bump: a quarter more, rounded up, five times', () => {
  expect([bump(0n), bump(1n), bump(4n), bump(40n * gwei)]).toEqual([0n, 2n, 5n, 50n * gwei])
  expect(bumpedToTheEnd(1024n)).toBe(3125n)
})
