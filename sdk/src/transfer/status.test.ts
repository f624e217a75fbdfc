import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../errors/base.js'
import { InvalidInputError } from '../errors/input.js'
import { isClaimable, isOpen, isReturnable, isTerminal, statusBucket, TERMINAL_STATUSES } from './status.js'
import type { TransferStatus } from './types.js'

const deadline = new Date('2026-01-01T00:00:00Z')
/** As the contract counts them. */
const numbers: readonly TransferStatus[] = ['NONE', 'PENDING', 'CLAIMED', 'CANCELLED', 'RECLAIMED', 'LOCKED']
const at = (ms: number) => new Date(deadline.getTime() + ms)

test.each([
  ['PENDING', 'pending', false, true],
  ['LOCKED', 'pending', false, true],
  ['CLAIMED', 'claimed', true, false],
  ['CANCELLED', 'cancelled', true, false],
  ['RECLAIMED', 'expired', true, false],
] as const)('%s: bucket %s, terminal %s, open %s', (status, bucket, terminal, open) => {
  expect(statusBucket(status)).toBe(bucket)
  expect(isTerminal(status)).toBe(terminal)
  expect(isOpen(status)).toBe(open)
  expect(isTerminal({ status })).toBe(terminal)
  expect(isOpen({ status })).toBe(open)
  const number = numbers.indexOf(status)
  expect([statusBucket(number), isTerminal(number), isOpen({ status: number })]).toEqual([bucket, terminal, open])
})

test('error: an unknown status number, milliseconds instead of seconds, a time that is not one', () => {
  for (const status of [-1, 6, 1.5, Number.NaN])
    for (const ask of [statusBucket, isTerminal, isOpen]) expect(() => ask(status)).toThrow(InvalidInputError)
  const transfer = { status: 'PENDING', deadline } as const
  for (const now of [deadline.getTime(), Number.NaN, new Date(Number.NaN)])
    for (const ask of [isClaimable, isReturnable]) {
      expect(() => ask(transfer, now)).toThrow(InvalidInputError)
      expect(() => ask({ ...transfer, deadline: now })).toThrow(InvalidInputError)
    }
})

test('behavior: a Date of another context is a Date', () => {
  const foreign: Date = runInNewContext(`new Date(${deadline.getTime()})`)
  expect(foreign).not.toBeInstanceOf(Date)
  expect(isClaimable({ status: 'PENDING', deadline: foreign }, at(1_000))).toBe(false)
  expect(isClaimable({ status: 'PENDING', deadline }, foreign)).toBe(true)
})

test.each([null, '', [], {}, true, Symbol('now'), Object.create(null)])('error: %j is not a time', (time) => {
  for (const ask of [isClaimable, isReturnable]) {
    expect(() => ask({ status: 'PENDING', deadline }, time as never)).toThrow(InvalidInputError)
    expect(() => ask({ status: 'PENDING', deadline: time as never }, deadline)).toThrow(InvalidInputError)
  }
})

test('error: what is wrong is named', () => {
  const refusal = (run: () => unknown, parameter: string, shortMessage: string) =>
    expect(run).toThrow(expect.objectContaining({ name: 'InvalidInputError', parameter, shortMessage }))
  const [milliseconds, transfer] = [1e11, { status: 'PENDING', deadline } as const]
  const long = 'The time 100000000000 looks like milliseconds: pass a Date, or Unix seconds.'
  refusal(() => isOpen(7), 'status', 'The contract has no status 7.')
  refusal(() => isClaimable(transfer, milliseconds), 'now', long)
  refusal(() => isClaimable({ ...transfer, deadline: milliseconds }, 1), 'deadline', long)
  refusal(() => isClaimable(transfer, Number.NaN), 'now', 'The time NaN is not a time.')
  expect(isClaimable(transfer, milliseconds - 1)).toBe(false)
  expect(isClaimable(transfer, BigInt(milliseconds))).toBe(false)
})

test('error: NONE has no bucket, and is neither open nor terminal', () => {
  expect(() => statusBucket('NONE')).toThrow(ServiceError)
  expect(() => statusBucket(0)).toThrow(
    expect.objectContaining({
      shortMessage: 'A transfer with status NONE does not exist, so it has no bucket.',
      code: 'no_such_transfer',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'look_up_transfer' },
    }),
  )
  expect(isOpen('NONE')).toBe(false)
  expect(isTerminal('NONE')).toBe(false)
  expect(TERMINAL_STATUSES).toEqual(['CLAIMED', 'CANCELLED', 'RECLAIMED'])
})

describe('the deadline second belongs to the recipient', () => {
  test.each([
    ['PENDING', -1, true, false],
    ['PENDING', 0, true, false],
    ['PENDING', 999, true, false],
    ['PENDING', 1_000, false, true],
    ['LOCKED', -1, false, false],
    ['LOCKED', 1_000, false, true],
    ['CLAIMED', -1, false, false],
    ['CLAIMED', 1_000, false, false],
  ] as [TransferStatus, number, boolean, boolean][])('%s at %d ms', (status, ms, claimable, returnable) => {
    expect(isClaimable({ status, deadline }, at(ms))).toBe(claimable)
    expect(isReturnable({ status, deadline }, at(ms))).toBe(returnable)
    const [number, until, now] = [
      numbers.indexOf(status),
      deadline.getTime() / 1000,
      Math.floor(at(ms).getTime() / 1000),
    ]
    expect(isClaimable({ status: number, deadline: BigInt(until) }, now)).toBe(claimable)
    expect(isReturnable({ status: number, deadline: until }, BigInt(now))).toBe(returnable)
  })
})
