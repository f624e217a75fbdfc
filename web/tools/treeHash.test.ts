import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { afterEach, expect, test } from 'vitest'
import { treeHash } from './treeHash.js'

const made: string[] = []
afterEach(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true })
})

function tree(files: Record<string, string>): string {
  const directory = mkdtempSync(join(SCRATCH, 'holdfast-tree-'))
  made.push(directory)
  mkdirSync(join(directory, 'assets'))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(directory, path), text)
  return directory
}

test('the hash is that of paths and bytes, and not of the folder', () => {
  const files = { 'index.html': 'page', 'assets/a.js': '1' }
  expect(treeHash(tree(files))).toBe(treeHash(tree(files)))
})

test.each([
  ['a changed byte', { 'index.html': 'page', 'assets/a.js': '2' }],
  ['another name', { 'index.html': 'page', 'assets/b.js': '1' }],
  ['one file more', { 'index.html': 'page', 'assets/a.js': '1', 'assets/b.js': '' }],
  ['bytes in another file', { 'index.html': 'page1', 'assets/a.js': '' }],
])('%s is another tree', (_, files) => {
  expect(treeHash(tree(files))).not.toBe(treeHash(tree({ 'index.html': 'page', 'assets/a.js': '1' })))
})

test('the file that carries the hash does not change it', () => {
  const files = { 'index.html': 'page' }
  expect(treeHash(tree({ ...files, 'version.json': '{}', _headers: '/*' }))).toBe(treeHash(tree(files)))
})
