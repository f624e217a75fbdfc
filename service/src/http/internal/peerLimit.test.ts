import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createPeerLimit } from './peerLimit.js'

/** A connection, with the parts that the limit uses. */
const connect = () => new EventEmitter() as unknown as Socket

function open(networkOf: (place: number) => string | undefined, count: number) {
  const sockets = Array.from({ length: count }, connect)
  const limit = createPeerLimit({ connections: 16, networkSharePercent: 25 }, (socket) =>
    networkOf(sockets.indexOf(socket)),
  )
  return { limit, sockets, admitted: () => sockets.filter((socket) => limit.admit(socket)) }
}

test('default: one network has its share of the connections, and gets places back', () => {
  const { limit, sockets, admitted } = open(() => '192.0.2.1', 20)
  expect(admitted()).toHaveLength(4)
  const [first = connect(), ...rest] = sockets
  first.emit('close')
  expect(rest.filter((socket) => limit.admit(socket))).toHaveLength(1)
})

test('behavior: the networks of one /48 have half of the connections together', () => {
  expect(open((place) => `2001:db8:7:${place}00::/64`, 16).admitted()).toHaveLength(8)
})

test('behavior: trusted proxies and the machine itself are not limited', () => {
  expect(open(() => undefined, 100).admitted()).toHaveLength(100)
})
