import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { tiered } from '@holdfast/testkit/tier'
import { expect, test } from 'vitest'
import { startChild } from '../../test/childProcess.js'
import { rowsOf } from '../../test/eventChain.js'
import { KILLED_BLOCKS, killedChain } from '../../test/killedChain.js'
import { openStore } from '../store/openStore.js'

test('behavior: killed while it commits, an index never stores half a window', async () => {
  const directory = await mkdtemp(join(SCRATCH, 'holdfast-kill-'))
  const chain = killedChain()
  const rowsUpTo = (block: number) => chain.expected.filter((row) => Number(row.split(':')[0]) <= block)
  const look = async () => {
    const store = await openStore({ store: { kind: 'sqlite', directory } })
    try {
      const cursors = await store.db
        .selectFrom('cursors')
        .selectAll()
        .where('name', 'like', 'announcements:%')
        .execute()
      const cursor = cursors.find(({ name }) => !name.includes('#'))
      return {
        rows: await rowsOf(store),
        readTo: (cursor?.next_block ?? 0) - 1,
      }
    } finally {
      await store.close()
    }
  }
  try {
    let readTo = -1
    // Each process ends a step later than the one before, at one of the four steps of a window.
    for (let life = 0; life < tiered(9, 20) && readTo < chain.head; life++) {
      const child = await startChild('indexUntilKilled.ts', [directory, String(1 + (life % 9))])
      while ((await child.next()) !== undefined) {}
      await child.kill()
      const found = await look()
      expect(found.rows).toEqual(rowsUpTo(found.readTo))
      expect(found.readTo).toBeGreaterThanOrEqual(readTo)
      readTo = found.readTo
    }
    const last = await startChild('indexUntilKilled.ts', [directory, 'never'])
    expect(await last.next()).toBe('complete')
    await last.kill()
    expect(await look()).toEqual({ rows: chain.expected, readTo: chain.startBlock + KILLED_BLOCKS })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})
