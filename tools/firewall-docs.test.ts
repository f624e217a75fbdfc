import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { withTables } from '../bench/firewall/guide.js'
import * as thresholds from '../sdk/src/risk/grades/thresholds.js'
import { rules } from '../sdk/src/risk/rules/rules.js'

/** Cells of the tables in the guide on the firewall, by the name in the first one. */
const page = readFileSync(fileURLToPath(new URL('../docs/firewall.md', import.meta.url)), 'utf8')
const rows = new Map(
  [...page.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, name, cell]): [string, string] => [`${name}`, `${cell}`]),
)

test.each(Object.keys(rules))('the guide on the firewall has a row for %s', (code) => {
  expect(rows.has(code)).toBe(true)
})

test.each(Object.entries(thresholds))('the guide on the firewall quotes %s', (name, value) => {
  expect(rows.get(name)).toBe(value.toLocaleString('en'))
})

test('the guide on the firewall holds the tables that the bench computes: tsx bench/firewall/guide.ts writes them', () => {
  expect(withTables(page)).toBe(page)
})
