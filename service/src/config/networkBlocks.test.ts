import { expect, test } from 'vitest'
import { networkBlocks, shareOf } from './networkBlocks.js'

const namesOf = (network: string) => networkBlocks(network).map(({ name }) => name)

test.each([
  ['192.0.2.1', ['192.0.2.1']],
  ['unknown', ['unknown']],
  ['2001:db8:1:abcd::/64', ['2001:db8:1:abcd::/64', '2001:db8:1:ab00::/56', '2001:db8:1::/48']],
  ['2001:db8:1:cd::/64', ['2001:db8:1:cd::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']],
])('default: the blocks of %s', (network, names) => {
  expect(namesOf(network)).toEqual(names)
})

test('default: the kind and the shares of each block', () => {
  expect(networkBlocks('2001:db8:1:1::/64').map(({ kind, shares }) => [kind, shares])).toEqual([
    ['network', 1],
    ['network-56', 1],
    ['network-48', 2],
  ])
})

test('behavior: a /48 has two shares, and at most half unless one share is more', () => {
  const [, middle = { shares: 1 }, wide = { shares: 1 }] = networkBlocks('2001:db8:1:1::/64')
  expect([10, 25, 40, 70].map((percent) => shareOf(2_000, percent, middle))).toEqual([200, 500, 800, 1_400])
  expect([10, 25, 40, 70].map((percent) => shareOf(2_000, percent, wide))).toEqual([400, 1_000, 1_000, 1_400])
})
