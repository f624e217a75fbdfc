import { expect, test } from 'vitest'
import { askedGroupsOf, isMiddleOf, MIDDLE_GROUPS } from './groupsOf.js'

const bob = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const withGroup = (at: number) => `${bob.slice(0, 2 + 4 * at)}0000${bob.slice(6 + 4 * at)}` as `0x${string}`

test('two addresses are distinguished by their middle, or by where they differ', () => {
  expect(askedGroupsOf(bob, withGroup(5))).toEqual(MIDDLE_GROUPS)
  expect(askedGroupsOf(bob, withGroup(2))).toEqual([2, 3])
  expect(askedGroupsOf(bob, withGroup(9))).toEqual([8, 9])
  for (let at = 0; at < 10; at++) {
    const groups = askedGroupsOf(bob, withGroup(at))
    const typed = groups.map((group) => bob.slice(2 + 4 * group, 6 + 4 * group)).join(' ')
    expect([isMiddleOf(bob, typed, groups), isMiddleOf(withGroup(at), typed, groups)]).toEqual([true, false])
  }
})

test('letters in either case are one, and blanks are left out', () => {
  const middle = bob.slice(18, 26)
  expect(isMiddleOf(bob, ` ${middle.slice(0, 4).toUpperCase()}  ${middle.slice(4).toLowerCase()} `)).toBe(true)
  expect(isMiddleOf(bob, middle.slice(0, 7))).toBe(false)
})
