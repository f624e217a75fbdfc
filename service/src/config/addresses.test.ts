import { expect, test } from 'vitest'
import { isIn, networkOf, parseCidr, parseIp } from './addresses.js'

test.each([
  ['192.0.2.7', [192, 0, 2, 7]],
  ['::ffff:192.0.2.7', [192, 0, 2, 7]],
  ['2001:db8:1:2:3:4:5:607', [0x20, 1, 0xd, 0xb8, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 6, 7]],
  ['fe80::1:2%eth0', [0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2]],
  ['::', Array(16).fill(0)],
])('parseIp: %s', (text, bytes) => expect([...(parseIp(text) ?? [])]).toEqual(bytes))

test.each([
  ['10.0.0.0/8', '10.255.1.2', '11.0.0.0'],
  ['172.16.0.0/12', '172.31.255.255', '172.32.0.0'],
  ['192.0.2.0/24', '192.0.2.255', '192.0.3.0'],
  ['192.0.2.1', '192.0.2.1', '192.0.2.0'],
  ['::1/128', '::1', '::2'],
  ['2001:db8::/33', '2001:db8:7fff::1', '2001:db8:8000::1'],
  ['0.0.0.0/0', '203.0.113.9', '::1'],
  ['::ffff:10.0.0.0/104', '10.9.9.9', '11.9.9.9'],
])('isIn: %s has %s, not %s', (network, inside, outside) => {
  const cidr = parseCidr(network)
  const has = (text: string) => cidr !== undefined && isIn(parseIp(text) ?? new Uint8Array(), cidr)
  expect([has(inside), has(outside)]).toEqual([true, false])
})

test('networkOf: an IPv4 address, and the /64 of an IPv6 address', () => {
  const nameOf = (text: string) => networkOf(parseIp(text) ?? new Uint8Array())
  expect(nameOf('192.0.2.7')).toBe('192.0.2.7')
  expect(nameOf('2001:db8:a:b:1:2:3:4')).toBe('2001:db8:a:b::/64')
})
