import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readPackages, readSources } from './imports.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const union = /['"](blockscout|etherscan)['"] \| ['"]/
const sources = [
  ...readSources(
    root,
    readPackages(root).map(({ folder }) => `${folder}/src`),
  ),
].filter(([file]) => !/\.(test|fuzz|bench)\.tsx?$/.test(file))
const comparison = /[!=]==? ?['"](blockscout|etherscan)['"]|case ['"](blockscout|etherscan)['"]/

/** Differences are in adapters; a table of adapters does not compile without one for each flavour. */
test('no source compares flavours of explorers', () => {
  const lines = sources.flatMap(([file, text]) =>
    text.split('\n').flatMap((line, at) => (comparison.test(line) ? [`${file}:${at + 1}`] : [])),
  )
  expect(lines).toEqual([])
  expect(comparison.test("return kind === 'blockscout' ? one : other")).toBe(true)
})

test('the flavours are listed once', () => {
  expect(sources.flatMap(([file, text]) => (union.test(text) ? [file] : []))).toEqual(['contracts/src/chains.ts'])
})
