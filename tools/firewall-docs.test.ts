import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { withTables } from '../bench/firewall/guide.js'
import * as thresholds from '../sdk/src/risk/grades/thresholds.js'
import { rules } from '../sdk/src/risk/rules/rules.js'
import { readSources } from './imports.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The second cell of each row of a table in the firewall guide, by the name in the first one. */
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

test('no rule contains a number or a pattern: thresholds.ts names each, with its source', () => {
  // The number of transactions that a reason lists affects no verdict.
  expect(literalsIn('sdk/src/risk/rules')).toEqual(['sdk/src/risk/rules/baitReason.ts: maxTransactions = 10'])
})

test('a resemblance is graded by those numbers, and by how an address and an amount are written', () => {
  const folder = 'sdk/src/risk/grades/'
  const literals = new Set(literalsIn(folder.slice(0, -1)).map((one) => one.slice(folder.length)))
  expect([...literals].filter((one) => !one.startsWith('thresholds.ts')).sort()).toEqual(
    [
      // Of the 256 pairs of characters 26 are the same or confusable, as confusables.test.ts counts.
      'confusables.ts: 26 / 256',
      // 40 digits behind `0x`.
      'confusables.ts: 2 + prefix',
      'confusables.ts: 2 + shortPrefix',
      'confusables.ts: 41 - suffix',
      'confusables.ts: address.slice(2, start)',
      'confusables.ts: prefix < 40',
      'confusables.ts: suffix < 40',
      'dust.ts: 10n ** BigInt(decimals + (decimals > stablecoinDecimals ? tinyCoinPower : tinyStablecoinPower))',
      'dust.ts: 10n ** BigInt(decimals)',
      'dust.ts: 10n ** BigInt(power)',
      // Exported, and used without a history alone.
      'isLookalike.ts: 2 + AFFIX_LENGTH',
      'isLookalike.ts: AFFIX_LENGTH = 4',
      // A digit is one of sixteen.
      'resemblance.ts: (15 / 16) ** 2',
      'resemblance.ts: 15 / 16',
      'resemblance.ts: 16 ** (characters + 1)',
      'resemblance.ts: 16 ** characters',
    ].sort(),
  )
})

test.each(Object.keys(thresholds))('the source of %s is beside it', (name) => {
  const text = readFileSync(`${root}/sdk/src/risk/grades/thresholds.ts`, 'utf8')
  const [, comment] = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\nexport const ${name} = `).exec(text) ?? []
  expect(comment).toMatch(/Source: (wallets|data|arithmetic|specification|chosen|the tokens' contracts)\b/)
})

/** {@link literalsOf} every file of a folder but its tests and examples. */
function literalsIn(folder: string): string[] {
  return [...readSources(root, [folder])]
    .filter(([file]) => !/\.(test|fuzz)\.ts$|[./]examples?\.ts$/.test(file))
    .flatMap(([file, text]) => literalsOf(file, text))
}

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
