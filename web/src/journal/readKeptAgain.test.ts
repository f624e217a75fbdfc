import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { readKeptAgain } from './readKeptAgain.js'

/** A query of rows whose reads are answered by hand, and a screen that shows it. */
function open(queryKey: readonly string[]) {
  const queries = new QueryClient()
  const reads: ((rows: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => void reads.push(resolve))
  const screen = new QueryObserver(queries, { queryKey, queryFn, retry: false, networkMode: 'always' })
  screen.subscribe(() => {})
  return { queries, reads, shown: () => screen.getCurrentResult().data }
}

test.each([
  ['the journal', ['holdfast', 'journal', 'open']],
  ['the people', ['people']],
])('default: %s are read again', async (_, queryKey) => {
  const { queries, reads, shown } = open(queryKey)
  reads[0]?.('before')
  await expect.poll(shown).toBe('before')
  void readKeptAgain(queries)
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.('after')
  await expect.poll(shown).toBe('after')
})

test('regression: a change during the first read is not lost', async () => {
  const { queries, reads, shown } = open(['holdfast', 'journal', 'open'])
  expect(reads).toHaveLength(1)
  void readKeptAgain(queries)
  // What was read before the change.
  reads[0]?.('before')
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.('after')
  await expect.poll(shown).toBe('after')
})

test('behavior: what comes from the network is not read again', async () => {
  const { queries, reads, shown } = open(['holdfast', 'check'])
  reads[0]?.('before')
  await expect.poll(shown).toBe('before')
  await readKeptAgain(queries)
  expect(reads).toHaveLength(1)
})
