import { expect, test } from 'vitest'
import { isOfOtherUser } from './peerUser.js'

const row = (local: string, remote: string, user: number, state = '01', inode = 9_001) =>
  `   0: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000  ${user}        0 ${inode} 1 0000000000000000`
const [guard, program] = ['0100007F:2161', '0100007F:9C40']
const listening = row(guard, '00000000:0000', 5, '0A')
const socket = { localPort: 8545, remotePort: 40_000 }
const isOther = (own: number, ...rows: string[]) =>
  isOfOtherUser(socket, ['  sl  local_address', ...rows].join('\n'), own)

test('the user of a connection is the one of its other end', () => {
  const rows = [listening, row(guard, program, 0), row(program, guard, 1_000)]
  expect(isOther(1_000, ...rows)).toBe(false)
  expect(isOther(1_001, ...rows)).toBe(true)
})

test('root is not another user', () => {
  expect(isOther(1_000, listening, row(program, guard, 0))).toBe(false)
})

test('a connection over IPv6 is found, and one of another port or one that is over does not count', () => {
  const prefix = '0000000000000000FFFF0000'
  const rows = [
    listening,
    row('0100007F:9C41', guard, 7),
    row(program, guard, 0, '06'),
    row(`${prefix}${program}`, `${prefix}${guard}`, 1_000),
  ]
  expect(isOther(1_000, ...rows)).toBe(false)
  expect(isOther(7, ...rows)).toBe(true)
})

test('where two connections fit, both must be of this user', () => {
  expect(isOther(1_000, listening, row(program, guard, 7), row('0100000A:9C40', '0200000A:2161', 1_000))).toBe(true)
})

test('a program that has gone after it asked is not taken for this user', () => {
  expect(isOther(1_000, listening)).toBe(true)
  expect(isOther(1_000, listening, row(program, guard, 0, '05', 0))).toBe(true)
  expect(isOfOtherUser({ localPort: 8545, remotePort: undefined }, listening, 1_000)).toBe(true)
})

test('where the system does not say, no program is of another user', () => {
  expect(isOfOtherUser(socket, '', 1_000)).toBe(false)
  expect(isOther(1_000, row('0100007F:0016', '00000000:0000', 0, '0A'))).toBe(false)
})
