import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readPackages } from './imports.js'
import { readSurfaces } from './surface.js'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const packages = readPackages(root)
const entries = packages.flatMap((one) => one.entries).filter((entry) => existsSync(`${root}/${entry}`))
const surfaces = readSurfaces(root, entries)

test('every entry point that a package promises is there', () => {
  expect(entries).toEqual(packages.flatMap((one) => one.entries))
})

// The public surface changes only on purpose: `npm test -- tools/surface -u` accepts the change.
test.each(entries)('%s exports what the snapshot says', (entry) => {
  const names = (surfaces.get(entry) ?? []).map(({ name, kind }) => (kind === 'type' ? `type ${name}` : name))
  expect(names).toMatchSnapshot()
})

test('the root of the SDK exports every name of every subpath', () => {
  const atRoot = new Set(surfaces.get('sdk/src/index.ts')?.map(({ name, declaredAt }) => `${name} of ${declaredAt}`))
  const missing = entries
    .filter((entry) => /^sdk\/src\/.+\/index\.ts$/.test(entry))
    .flatMap((entry) => (surfaces.get(entry) ?? []).map(({ name, declaredAt }) => `${name} of ${declaredAt}`))
    .filter((name) => !atRoot.has(name))
  expect(missing).toEqual([])
})

test('every exported name is documented', () => {
  const bare = [...surfaces.values()].flat().filter(({ isDocumented }) => !isDocumented)
  expect([...new Set(bare.map(({ name, declaredAt }) => `${name} of ${declaredAt}`))]).toEqual([])
})

describe('readSurfaces', () => {
  const fixture = 'tools/fixtures/surface.ts'
  const exported = readSurfaces(root, [fixture]).get(fixture)

  test('behavior: sees values, types and what is re-exported, and misses a comment that is not there', () => {
    expect(exported).toEqual([
      { name: 'Bare', kind: 'type', declaredAt: `${fixture}:4`, isDocumented: false },
      { name: 'Box', kind: 'value', declaredAt: `${fixture}:20`, isDocumented: true },
      { name: 'double', kind: 'value', declaredAt: `${fixture}:15`, isDocumented: true },
      {
        name: 'findCircles',
        kind: 'value',
        declaredAt: expect.stringContaining('tools/imports.ts'),
        isDocumented: true,
      },
    ])
  })
})
