/**
 * The computed tables of the guide on the firewall. `tsx --conditions=@holdfast/source bench/firewall/guide.ts` writes them;
 * `tools/firewall-docs.test.ts` fails when they differ.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { insertBetween } from '../markdown.js'
import { imitationTable, weaponTable } from './attackCost.js'
import { ruleTable } from './ruleTable.js'

export const GUIDE = fileURLToPath(new URL('../../docs/firewall.md', import.meta.url))

/** The guide with its tables computed again. */
export function withTables(text: string): string {
  const tables = { 'bench:imitation': imitationTable, 'bench:weapon': weaponTable, 'bench:rules': ruleTable }
  return Object.entries(tables).reduce((page, [marker, table]) => insertBetween(page, marker, table()), text)
}

if (argv[1] === fileURLToPath(import.meta.url)) writeFileSync(GUIDE, withTables(readFileSync(GUIDE, 'utf8')))
