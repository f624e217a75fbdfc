import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { withTables } from '../bench/firewall/guide.js'
import * as thresholds from '../sdk/src/risk/grades/thresholds.js'
import { rules } from '../sdk/src/risk/rules/rules.js'
import { readSources } from './imports.js'

const root = fileURLToPath(new URL('..', import.meta.url))

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

test('no rule holds a number or a pattern of its own: what decides is named in thresholds.ts, with its source', () => {
  const numbers = [...readSources(root, ['sdk/src/risk/rules'])]
    .filter(([file]) => !/\.test\.ts$|[./]examples?\.ts$/.test(file))
    .flatMap(([file, text]) => literalsOf(file, text))
  // How many transactions a reason lists decides nothing.
  expect(numbers).toEqual(['sdk/src/risk/rules/baitReason.ts: maxTransactions = 10'])
})

test('the source of each threshold, or what it means, is beside it', () => {
  const text = readFileSync(`${root}/sdk/src/risk/grades/thresholds.ts`, 'utf8')
  for (const name of Object.keys(thresholds)) expect(text).toMatch(new RegExp(`\\*/\\nexport const ${name} = `))
})

/** Numbers besides 0 and 1, and regular expressions, each with what surrounds it. */
function literalsOf(file: string, text: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isNumber = ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)
    if (ts.isRegularExpressionLiteral(node) || (isNumber && !/^[01]n?$/.test(node.getText())))
      found.push(`${file}: ${node.parent.getText()}`)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return found
}

test('the guide on the firewall holds the tables that the bench computes: tsx bench/firewall/guide.ts writes them', () => {
  expect(withTables(page)).toBe(page)
})
