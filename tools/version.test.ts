import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { VERSION } from '@holdfast/sdk/errors'
import { expect, test } from 'vitest'
import { readVersion, VERSION_PLACES, withVersion } from './version.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test.each(['contracts', 'sdk', 'service', 'devnet', 'guard', 'react', 'web', 'cli'])(
  '%s has the version of all packages',
  (folder) => {
    expect(JSON.parse(read(`${folder}/package.json`)).version).toBe(readVersion())
  },
)

test.each(VERSION_PLACES)('$path has the version of the packages after $around.0', ({ path, around }) => {
  const text = read(path)
  expect(text).toBe(withVersion(text, around, readVersion()))
})

test('the exported constant is the version of the packages', () => expect(VERSION).toBe(readVersion()))

test('no other source names the version', () => {
  const places = VERSION_PLACES.map(({ path }) => path)
  const paths = execFileSync('git', ['ls-files', '*.ts', '*.yaml', '*.yml', '*Containerfile', 'service/*.json'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n')
  const named = paths.filter(
    (path) =>
      path !== '' &&
      !/\.(test|fuzz)\.ts$|\/test\/|package\.json$|^testkit\//.test(path) &&
      new RegExp(`\\b${readVersion().replaceAll('.', '\\.')}\\b(?!-)`).test(read(path)),
  )
  expect(named.filter((path) => !places.includes(path))).toEqual([])
})

test('withVersion: replaces the version alone, and refuses a text without its place', () => {
  expect(withVersion('{ "version": "0.1.0", "a": "0.1.0" }', ['"version": "', '"'], '1.0.0')).toBe(
    '{ "version": "1.0.0", "a": "0.1.0" }',
  )
  expect(() => withVersion('nothing', ['image: ', '\n'], '1.0.0')).toThrow('no version after "image: "')
})
