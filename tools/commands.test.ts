import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { checkTypedLine, isNamed, readBareTags, readNamedCommands, readTypedLines, type Typeable } from './commands.js'
import { listMarkdown } from './links.js'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')
const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
const manifests = workspaces.filter((name) => existsSync(`${root}/${name}/package.json`))
const bins = manifests.flatMap((name) => Object.entries<string>(JSON.parse(read(`${name}/package.json`)).bin ?? {}))
const scriptsOf = (name: string) => {
  const { scripts = {} } = JSON.parse(read(`${name}/package.json`)) as { scripts?: object }
  return new Set(Object.keys(scripts))
}
const here: Typeable = {
  scripts: new Map([['', scriptsOf('.')], ...manifests.map((name) => [name, scriptsOf(name)] as const)]),
  programs: new Set([...bins.map(([name]) => name), ...readdirSync(`${root}/node_modules/.bin`)]),
}
const pages = listMarkdown(root).map((file) => [file, read(file)] as const)

describe('the commands of the pages', () => {
  test('every line is a command that accepts its arguments', () => {
    const typed = pages.flatMap(([file, page]) => readTypedLines(file, page))
    expect(typed.length).toBeGreaterThan(50)
    expect(typed.flatMap((line) => checkTypedLine(line, here))).toEqual([])
  })

  test('every command that the prose names exists', () => {
    const named = pages.flatMap(([file, page]) => readNamedCommands(page).map((words) => ({ file, words })))
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(({ words }) => !isNamed(words))).toEqual([])
  })

  test.each(bins)('%s is a file that npm links in a clone', (_, bin) => {
    expect(manifests.some((name) => existsSync(`${root}/${name}/${bin}`))).toBe(true)
  })

  test('a first `npm ci` prints no needless warning', () => {
    expect(read('.npmrc')).toMatch(/^loglevel=error$/m)
  })
})

test.each(pages)('nothing of %s vanishes as HTML', (_, page) => expect(readBareTags(page)).toEqual([]))

describe('errors that are found', () => {
  const check = (text: string) => checkTypedLine({ file: 'a.md', line: 1, text }, here)

  test.each([
    ['holdfast dance', 'unknown command'],
    ['npx holdfast send 0x12 5 --frobnicate', 'unknown option'],
    ['npm ci && npm run dance', 'npm has no script dance'],
    ['npm run dance -w sdk', 'npm has no script dance'],
    ['npm run picture -w sdk', 'npm has no script picture'],
    ['npx dance --all', 'npx finds no dance'],
    ['npm install @holdfast/sdk viem', '@holdfast/sdk is not on npm'],
    ['npm install --global holdfast', 'holdfast is not on npm'],
  ])('error: %s', (line, fault) => expect(check(line)).toEqual([expect.stringContaining(fault)]))

  test.each([
    'holdfast claim <id> < code',
    'SEED=1 npm test',
    'npm run build -w sdk',
    'holdfast check <address> --json | jq .',
    'forge test # all',
  ])('default: %s', (line) => expect(check(line)).toEqual([]))

  test('lines of fences marked `sh`, commands of the prose, tags outside of code', () => {
    const page =
      '# a\n```sh\n# what\nnpm start\n```\n`holdfast send` <chain id> `<a>` <!-- <b> -->\n```json\n<c>\n```\n'
    expect(readTypedLines('a.md', page)).toEqual([{ file: 'a.md', line: 4, text: 'npm start' }])
    expect(readNamedCommands(page)).toEqual(['send'])
    expect(isNamed('dance')).toBe(false)
    expect(readBareTags(page)).toEqual(['<chain id>'])
  })
})
