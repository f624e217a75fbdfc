import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PARTS, STATE_TABLE } from './stateTable.js'

/** What is around every screen. */
const around = ['header', 'footer']

test('docs/web/review.md has a sentence for each screen: what was wrong, and what changed', () => {
  const page = readFileSync(fileURLToPath(new URL('../../../docs/web/review.md', import.meta.url)), 'utf8')
  const [, table = ''] = page.split('| --- | --- | --- |\n')
  const rows = (table.split('\n\n')[0] ?? '')
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  expect(rows.map(([screen]) => screen).toSorted()).toEqual(
    [...around, ...Object.keys(STATE_TABLE), ...Object.keys(PARTS)].toSorted(),
  )
  expect(rows.filter((row) => row.length !== 3 || row.includes(''))).toEqual([])
})
