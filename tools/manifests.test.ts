import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const { workspaces } = read('package.json') as { workspaces: string[] }

type Manifest = {
  private?: boolean
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** Exact versions in several packages would install a copy of viem for each of them, 100 MB apiece. */
test.each(workspaces)('%s accepts the viem of its user', (folder) => {
  const { private: isPrivate, dependencies = {}, peerDependencies = {} } = read(`${folder}/package.json`) as Manifest
  if (isPrivate) return
  const range = peerDependencies.viem ?? dependencies.viem
  expect(range ?? '^').toMatch(/^(?:\^|>=.* <3$)/)
})

/** A shell ends at a signal and leaves its child running; npm then reports the end while the child continues. */
test('a long-running script is replaced by its program, so that a signal to npm ends it', () => {
  const { scripts } = read('package.json') as { scripts: Record<string, string> }
  const isHanded = (script: string | undefined) => /&& exec node [^&|;]+$/.test(script ?? '')
  expect(isHanded('npm run build && node devnet/dist/bin.js')).toBe(false)
  expect(['devnet', 'start'].map((name) => isHanded(scripts[name]))).toEqual([true, true])
})

function read(path: string): unknown {
  return JSON.parse(readFileSync(`${root}/${path}`, 'utf8'))
}
