import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredEvent } from '@holdfast/sdk/chain'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEventStore } from './createEventStore.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'holdfast-store-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const event = (blockNumber: number): StoredEvent => ({
  address: '0x',
  topics: [],
  data: '0x',
  transactionHash: '0x',
  timestamp: null,
  blockNumber,
  logIndex: 0,
})
const page = (fromBlock: number, toBlock: number, ...blocks: number[]) => ({
  fromBlock,
  toBlock,
  events: blocks.map(event),
})
const known = (fromBlock: number, completeToBlock: number, ...blocks: number[]) => ({
  fromBlock,
  completeToBlock,
  events: blocks.map(event),
})
const fileOf = () => join(directory, 'chain', readdirSync(join(directory, 'chain'))[0] ?? '')

test('default: appended events are read back by key, also by another process', async () => {
  const store = createEventStore(join(directory, 'chain'))
  expect(await store.load('a')).toBeUndefined()
  await store.append('a', page(1, 10, 3, 9))
  await store.append('a', page(11, 20, 11))
  await store.append('b', page(5, 6))
  const again = createEventStore(join(directory, 'chain'))
  expect(await again.load('a')).toEqual(known(1, 20, 3, 9, 11))
  expect(await again.load('b')).toEqual(known(5, 6))
  expect(statSync(fileOf()).mode & 0o777).toBe(0o600)
  expect(statSync(join(directory, 'chain')).mode & 0o777).toBe(0o700)
})

test('behavior: a page replaces earlier events of its blocks', async () => {
  const store = createEventStore(join(directory, 'chain'))
  await store.append('a', page(1, 10, 3, 8, 9))
  await store.append('a', page(8, 9, 8))
  expect(await store.load('a')).toEqual(known(1, 9, 3, 8))
})

test('behavior: a truncated line, and pages after the gap it leaves, are ignored', async () => {
  const store = createEventStore(join(directory, 'chain'))
  await store.append('a', page(1, 10, 3))
  appendFileSync(fileOf(), '\n{"fromBlock":11,"toBl')
  await store.append('a', page(21, 30, 21))
  expect(await store.load('a')).toEqual(known(1, 10, 3))
  await store.append('a', page(11, 30, 15))
  expect(await store.load('a')).toEqual(known(1, 30, 3, 15))
})

test('behavior: many pages are written as one, and nothing is lost', async () => {
  const store = createEventStore(join(directory, 'chain'))
  for (let block = 1; block <= 201; block += 1) await store.append('a', page(block, block, block))
  const all = known(1, 201, ...Array.from({ length: 201 }, (_, at) => at + 1))
  expect(await store.load('a')).toEqual(all)
  expect(readFileSync(fileOf(), 'utf8').split('\n')).toHaveLength(1)
  expect(await store.load('a')).toEqual(all)
})
