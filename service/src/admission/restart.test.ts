import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { tiered } from '@holdfast/testkit/tier'
import { expect, onTestFinished, test } from 'vitest'
import { readLedgers } from '../../test/admission.js'
import { startChild } from '../../test/childProcess.js'
import { openStore } from '../store/openStore.js'

/** Processes killed. */
const kills = tiered(5, 20)

test(`behavior: killed ${kills} times, no admitted operation and no hold is lost`, async () => {
  const directory = await mkdtemp(join(SCRATCH, 'holdfast-restart-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const promised = new Map<string, string>()
  for (let round = 0; round < kills; round++) {
    const child = await startChild('admitForever.ts', [directory, `${round}`])
    const lines: (string | undefined)[] = []
    for (let count = 0; count < 10 + (round * 140) / kills; count++) lines.push(await child.next())
    lines.push(...(await child.kill()))
    for (const line of lines) {
      const [promise, id] = (line ?? '').split(' ')
      if (promise && id) promised.set(id, promise)
    }

    const store = await openStore({ store: { kind: 'sqlite', directory } })
    const operations = await store.db.selectFrom('operations').selectAll().execute()
    const states = new Map(operations.map((row) => [row.id, row.state]))
    for (const [id, promise] of promised) {
      expect(states.get(id)).toBeDefined()
      if (promise === 'settled') expect(states.get(id)).toBe('final')
    }
    const final = operations.filter((row) => row.state === 'final').length
    const open = operations.length - final
    expect(await readLedgers(store)).toMatchObject({
      'units global': `${final} used, ${open} held`,
      'money global': `${final * 3} spent, ${open * 10} held`,
    })
    const replays = await store.db.selectFrom('replays').select('digest').execute()
    expect(replays).toHaveLength(operations.length)
    await store.close()
  }
  expect(promised.size).toBeGreaterThan(10 * kills)
})
