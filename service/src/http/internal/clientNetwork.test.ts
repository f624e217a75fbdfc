import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { networkOf, parseCidr, parseIp } from '../../config/addresses.js'
import { createClientNetwork } from './clientNetwork.js'

const ask = createClientNetwork(['127.0.0.0/8', '::1/128', '10.0.0.0/8', 'fd00::/8'])
const from = (remoteAddress: string | undefined) => ({ remoteAddress }) as Socket

describe('createClientNetwork', () => {
  test.each([
    ['no proxy, no header', '203.0.113.9', undefined, '203.0.113.9'],
    ['a stranger forges the header', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['the proxy names the caller', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['a caller forges entries on the left', '127.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['a caller forges junk', '127.0.0.1', 'junk, 198.51.100.1', '198.51.100.1'],
    ['a caller forges a trusted address', '127.0.0.1', '127.0.0.1, 198.51.100.1', '198.51.100.1'],
    ['the bytes of a proxy in an IPv6 address', 'a00::1', '198.51.100.1', 'a00:0:0:0::/64'],
    ['two proxies', '127.0.0.1', '198.51.100.1, 10.1.2.3', '198.51.100.1'],
    ['only proxies', '127.0.0.1', '10.1.2.3, 10.1.2.4', '127.0.0.1'],
    ['junk where the proxy writes', '127.0.0.1', '198.51.100.1, junk', '127.0.0.1'],
    ['a port', '127.0.0.1', '198.51.100.1:443', '127.0.0.1'],
    ['an empty header', '127.0.0.1', '', '127.0.0.1'],
    ['an empty entry at the end', '127.0.0.1', '198.51.100.1,', '127.0.0.1'],
    ['a mapped peer', '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['a mapped caller', '127.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['a mapped caller in hex', '127.0.0.1', '::ffff:c633:6401', '198.51.100.1'],
    ['an IPv6 caller', '::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['another address of that network', '::1', '2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['an IPv6 proxy on the way', '::1', '2001:db8::1, fd12::1', '2001:db8:0:0::/64'],
    ['a zone', 'fe80::1%eth0', undefined, 'fe80:0:0:0::/64'],
    ['an octal form', '127.0.0.1', '0177.0.0.1', '127.0.0.1'],
    ['a number', '127.0.0.1', '2130706433', '127.0.0.1'],
    ['a closed connection', undefined, '198.51.100.1', 'unknown'],
  ])('%s', (_, peer, header, network) => {
    expect(ask(from(peer), header)).toEqual({ key: network, network })
  })

  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('behavior: the machine itself, %s', (peer) => {
    expect(ask(from(peer), undefined).network).toBeUndefined()
  })

  test('behavior: no proxy is trusted', () => {
    expect(createClientNetwork([])(from('127.0.0.1'), '198.51.100.1').network).toBe('127.0.0.1')
  })

  test.each(['', 'localhost', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/08', '10.0.0.0/8/8', '::/129', '10.0.0/8'])(
    'error: the network `%s`',
    (wrong) => {
      expect(() => createClientNetwork([wrong])).toThrow('is not a network in CIDR form')
    },
  )
})

test('parseIp', () => {
  expect(parseIp('::')).toEqual(new Uint8Array(16))
  expect(parseIp('1::')?.[1]).toBe(1)
  expect([...(parseIp('::ffff:1.2.3.4') ?? [])]).toEqual([1, 2, 3, 4])
  expect([...(parseIp('64:ff9b::1.2.3.4') ?? [])].slice(-4)).toEqual([1, 2, 3, 4])
  for (const wrong of ['', '1.2.3', '1.2.3.4.5', '256.1.1.1', ':::', '1::2::3', 'g::', ' 1.2.3.4'])
    expect(parseIp(wrong)).toBeUndefined()
})

test('networkOf', () => {
  expect(networkOf(Uint8Array.of(1, 2, 3, 4))).toBe('1.2.3.4')
})

test('parseCidr', () => {
  expect(parseCidr('10.0.0.1')).toEqual({ bytes: Uint8Array.of(10, 0, 0, 1), bits: 32 })
  expect(parseCidr('::ffff:10.0.0.0/104')).toEqual({ bytes: Uint8Array.of(10, 0, 0, 0), bits: 8 })
  expect(parseCidr('::ffff:10.0.0.0/8')).toBeUndefined()
})
