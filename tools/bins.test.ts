import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')
const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
const programs = workspaces.flatMap((folder) => {
  const { bin = {}, files = [] } = JSON.parse(read(`${folder}/package.json`)) as { bin?: object; files?: string[] }
  return Object.entries<string>({ ...bin }).map(([name, target]) => ({ name, folder, target, files }))
})

test('the packages bring the three programs', () => {
  expect(programs.map(({ name }) => name).sort()).toEqual(['holdfast', 'holdfast-devnet', 'holdfast-service'])
})

/** npm links a program when it installs, and only when its file exists: in a fresh clone nothing is built by then. */
test.each(programs)('$name is a committed, executable script that npm packs', ({ folder, target, files }) => {
  const file = `${folder}/${target.replace('./', '')}`
  expect(execFileSync('git', ['ls-files', '--stage', file], { cwd: root, encoding: 'utf8' })).toMatch(/^100755 /)
  expect(files).toContain(target.split('/')[1])
  const text = read(file)
  const [shebang] = text.split('\n')
  expect(shebang).toMatch(/^#!\/usr\/bin\/env (-S )?node( --|$)/)
  const [built] = Array.from(text.matchAll(/\bimport[ (]'\.\.\/dist\/(\w+)\.js'/g), ([, name]) => name)
  expect(existsSync(`${root}/${folder}/src/${built}.ts`)).toBe(true)
})
