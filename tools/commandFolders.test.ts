import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { LOADERS } from '../cli/src/shell/loaders.js'
import { readSources } from './imports.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = readSources(root, ['cli/src'])
const loaders = Array.from(
  (sources.get('cli/src/shell/loaders.ts') ?? '').matchAll(
    /^ {2}'?([\w -]+)'?: \(\) => import\('\.\.\/commands\/(.*)\.js'\),$/gm,
  ),
  ([, name = '', path = '']) => [name, path] as const,
)
const camel = (words: readonly string[]) =>
  words.join('-').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

test('every command is loaded from the folder of commands', () => {
  expect(loaders.map(([name]) => name)).toEqual(Object.keys(LOADERS))
})

test.each(loaders)('`%s` is the file of its verb in the folder of its noun', (name, path) => {
  const [noun = '', ...verb] = name.split(' ')
  // A command of one word is at the top, or with the nouns that it works on.
  expect(path).toMatch(
    verb.length > 0 ? new RegExp(`^${noun}/${camel(verb)}$`) : new RegExp(`^${noun}$|^transfer/\\w+$`),
  )
})

test('a folder of a noun has no folder, and no file that each command has again', () => {
  const files = [...sources.keys()].filter((file) => file.startsWith('cli/src/commands/'))
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((file) => !/^cli\/src\/commands\/(?:\w+\/)?[\w.]+\.ts$/.test(file))).toEqual([])
  expect(files.filter((file) => /\/(?:run|command)\.ts$/.test(file))).toEqual([])
})
