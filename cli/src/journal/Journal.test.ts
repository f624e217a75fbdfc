import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createJournal } from './Journal.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(SCRATCH, 'holdfast-journal-'))
  mkdirSync(join(directory, 'pending'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const known = { command: 'send', chainId: 5042002, facts: { txHash: `0x${'1'.repeat(64)}` } }
const put = (id: string, text: string) => writeFileSync(join(directory, 'pending', `${id}.json`), text)

test('what was kept is listed, and nothing else is touched', () => {
  const journal = createJournal(directory)
  const { id } = journal.keep(known)
  put('notes', 'of a person')
  expect(journal.list()).toEqual([expect.objectContaining({ id, ...known })])
  journal.finish(id)
  expect(journal.list()).toEqual([])
  expect(journal.damaged()).toEqual([])
})

const entry = { id: '0000000a', ...known, begunAt: '2026-11-23T00:00:00.000Z' }

test.each([
  ['cut short', '{"id":"0000000a","comm'],
  ['empty', ''],
  ['null', 'null'],
  ['of another shape', JSON.stringify({ ...entry, facts: undefined })],
  ['with a number for a fact', JSON.stringify({ ...entry, facts: { txHash: 1 } })],
  ['of another id', JSON.stringify({ ...entry, id: '../../x' })],
  ['with a chain in words', JSON.stringify({ ...entry, chainId: '1' })],
  ['with a command that clears the screen', JSON.stringify({ ...entry, command: 'send\u001b[2J' })],
  ['with a fact of two lines', JSON.stringify({ ...entry, facts: { txHash: '0x1\nDone.' } })],
])('an entry %s is set apart, and hides no other', (_, text) => {
  const journal = createJournal(directory)
  const { id } = journal.keep(known)
  put('0000000a', text)
  expect(journal.list().map((one) => one.id)).toEqual([id])
  expect(journal.damaged()).toEqual([{ id: '0000000a', file: join(directory, 'pending', '0000000a.json') }])
  journal.finish('0000000a')
  expect(journal.damaged()).toEqual([])
})

test('the whole entry is the other shape', () => {
  put('0000000a', JSON.stringify(entry))
  expect(createJournal(directory).list()).toEqual([entry])
})
