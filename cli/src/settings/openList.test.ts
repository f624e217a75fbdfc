import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openPaidRequests, type PaidByHand } from '../commands/request/openPaidRequests.js'
import { openList, withLock } from './openList.js'

const directory = mkdtempSync(join(SCRATCH, 'lists-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const place = { settingsFile: 'settings.json', pathOf: (file: string) => join(directory, file) }
const file = join(directory, 'numbers.json')
const open = () => openList(place, 'numbers', (value): value is number => typeof value === 'number')
beforeEach(() => rmSync(file, { force: true }))

test('a change is made to what another command has written since the list was read', () => {
  const [one, other] = [open(), open()]
  expect([one.read(), other.read()]).toEqual([[], []])
  one.change((items) => ({ items: [...items, 1] }))
  other.change((items) => ({ items: [...items, 2] }))
  expect(one.read()).toEqual([1, 2])
})

test('while another command writes, a change waits, and is then refused with nothing written', () => {
  expect(withLock(file, () => 7)).toBe(7)
  writeFileSync(`${file}.lock`, '')
  expect(() => withLock(file, () => writeFileSync(file, '[3]'), 2)).toThrow(
    expect.objectContaining({ code: 'list_locked' }),
  )
  expect(existsSync(file)).toBe(false)
  rmSync(`${file}.lock`)
})

test('a change that fails leaves the list and lets the next one begin', () => {
  const list = open()
  list.change(() => ({ items: [1] }))
  const fail = () => {
    throw new TypeError('no')
  }
  expect(() => list.change(fail)).toThrow(TypeError)
  list.change((items) => ({ items: [...items, 2] }))
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([1, 2])
  const added = list.change((items) => ({ items, said: 'kept' }))
  expect(added.said).toBe('kept')
})

test('two commands that pay one request at once: the second asks first', () => {
  const requestHash = `0x${'aa'.repeat(32)}` as const
  const paid = (digit: string): PaidByHand => ({
    requestHash,
    claimHash: `0x${digit.repeat(64)}`,
    chainId: 5042002,
    at: '2026-11-23T12:00:00.000Z',
  })
  const [one, other] = [openPaidRequests(place), openPaidRequests(place)]
  const known = other.all()
  one.add(paid('1'), one.all())
  expect(() => other.add(paid('2'), known)).toThrow(expect.objectContaining({ code: 'request_paid' }))
  expect(one.all()).toEqual([paid('1')])
  other.add(paid('2'), other.all())
  other.add({ ...paid('3'), requestHash: `0x${'bb'.repeat(32)}` }, [])
  expect(one.all()).toHaveLength(3)
})
