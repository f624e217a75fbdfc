import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readImports, readPackages, readSources, resolveImport, type Sources } from './imports.js'

/** Needs no container runtime: compares the files that the build needs with those that are copied into the image. */
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')
const listed = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const [, builder = ''] = read('service/ops/Containerfile').split(/\nFROM /)
const isIgnored = readIgnored(read('service/ops/Containerfile.dockerignore'))
const packages = readPackages(root)

test('what is copied into the image exists, and is not kept out of it', () => {
  const named = sourcesOf(builder)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((one) => filesOf([one]).length === 0)).toEqual([])
})

test('each file that a build reads is copied', () => {
  const built = [...builder.matchAll(/--workspace (\S+)/g)].map(([, name]) => name)
  const folders = packages.filter(({ name }) => built.includes(name)).map(({ folder }) => folder)
  expect(folders).toEqual(['contracts', 'sdk', 'service', 'web'])
  const sources = readSources(root, [...packages.map(({ folder }) => folder), 'tools'])
  const starts = packages
    .filter(({ folder }) => folders.includes(folder))
    .flatMap(({ folder, entries }) => [...entries, `${folder}/tsdown.config.ts`, `${folder}/src/main.ts`])
  const reached = readBy([...starts, 'web/tools/build.ts', 'web/src/main.tsx'], sources)
  expect(reached.length).toBeGreaterThan(700)
  const copied = new Set(filesOf(sourcesOf(builder)))
  expect(reached.filter((file) => !copied.has(file))).toEqual([])
})

test.each([
  ['everything, and one folder back', '**\n!sdk', ['sdk/src/a.ts'], ['cli/src/a.ts', 'sdks/a.ts']],
  ['a name at any depth', '**/dist', ['src/a.ts'], ['dist/a.js', 'sdk/dist/a.js']],
  ['the last line that fits', '**\n!sdk\nsdk/secrets', ['sdk/a.ts'], ['sdk/secrets/key']],
])('readIgnored: %s', (_, text, kept, ignored) => {
  const isOut = readIgnored(text)
  expect([kept.map(isOut), ignored.map(isOut)]).toEqual([kept.map(() => false), ignored.map(() => true)])
})

/** These files, and what they import, directly or through each other. */
function readBy(starts: readonly string[], sources: Sources): string[] {
  const seen = new Set<string>()
  const visit = (file: string): void => {
    const text = sources.get(file)
    if (text === undefined || seen.has(file)) return
    seen.add(file)
    for (const { specifier } of readImports(file, text)) {
      const target = specifier === undefined ? undefined : resolveImport(file, specifier, sources, packages)
      if (target !== undefined) visit(target)
    }
  }
  starts.forEach(visit)
  return [...seen].sort()
}

/** Files that the copies of these paths bring into the image. */
function filesOf(named: readonly string[]): string[] {
  return listed.filter((file) => !isIgnored(file) && named.some((one) => file === one || file.startsWith(`${one}/`)))
}

/** Paths that the lines `COPY` of a stage take from the repository. */
function sourcesOf(stage: string): string[] {
  return [...stage.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, words = '']) => words.split(' ').slice(0, -1))
}

/** Whether a builder leaves a file out: the last line that matches decides, and a folder matches everything below it. */
function readIgnored(text: string): (file: string) => boolean {
  const lines = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ keeps: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }))
  return (file) => lines.findLast(({ pattern }) => pattern.test(file))?.keeps === false
}

function patternOf(glob: string): RegExp {
  const parts = glob.split(/(\*\*\/|\*\*|\*)/).map((part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '**') return '.*'
    return part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}(?:/.*)?$`)
}
