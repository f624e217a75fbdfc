import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { MOST_DEPENDENCIES, runtimeDependencies } from './dependencies.js'

const lock = JSON.parse(readFileSync(fileURLToPath(new URL('../../package-lock.json', import.meta.url)), 'utf8'))

test('what runs in the page is the list that was reviewed, and is short', async () => {
  const found = runtimeDependencies(lock, 'web')
  expect(found.length).toBeLessThanOrEqual(MOST_DEPENDENCIES)
  await expect(`${found.join('\n')}\n`).toMatchFileSnapshot('../dependencies.txt')
})

test('behavior: a package below another one, a peer and a workspace are found; an optional peer is not', () => {
  const packages = {
    web: { dependencies: { ours: '1', a: '1' } },
    'node_modules/ours': { link: true, resolved: 'ours' },
    ours: { dependencies: { b: '1' } },
    'node_modules/a': {
      version: '1.0.0',
      dependencies: { b: '2' },
      peerDependencies: { c: '1', d: '1' },
      peerDependenciesMeta: { d: { optional: true } },
    },
    'node_modules/a/node_modules/b': { version: '2.0.0' },
    'node_modules/b': { version: '1.0.0' },
    'node_modules/c': { version: '1.0.0' },
    'node_modules/d': { version: '1.0.0' },
  }
  expect(runtimeDependencies({ packages }, 'web')).toEqual(['a@1.0.0', 'b@1.0.0', 'b@2.0.0', 'c@1.0.0'])
})
