import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { commands } from '../cli/src/shell/commands.js'
import { readImports, readSources } from './imports.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = readSources(root, ['cli'])
const signing = commands.filter(({ wallet }) => wallet === 'signs').map(({ path }) => path.join(' '))

/** Signing commands that show no plan of the library in some case, and why. */
const unplanned: Readonly<Record<string, readonly string[]>> = {
  'box create': ['the service makes it, and the wallet sends nothing'],
  'cosign bind': ['it signs a text for the co-signer and moves no money'],
  deploy: ['it deploys contracts and moves no USDC'],
  'stealth announce': ['the service sends it, and the wallet signs nothing'],
  watch: ['it signs texts that can only return money to this wallet'],
}
/** Those of them that never have a plan. */
const neverPlanned = ['cosign bind', 'deploy', 'watch']

describe('each command that signs', () => {
  test('shows a plan of the library, or says why it has none', () => {
    const without = signing
      .map((name) => [name, reasonsIn(reachOf(name))] as const)
      .filter(([, found]) => found.length > 0)
    expect(Object.fromEntries(without)).toEqual(unplanned)
  })

  test.each(signing)('%s asks before it signs, and shows what it plans', (name) => {
    const text = [...reachOf(name).values()].join('\n')
    expect(text).toMatch(/\bcontext\.confirm\(/)
    expect(/\bplanOperation\(/.test(text)).toBe(!neverPlanned.includes(name))
  })
})

/** The files of a command's implementation, found by their imports. */
function reachOf(name: string): ReadonlyMap<string, string> {
  const reached = new Map<string, string>()
  const visit = (file: string) => {
    const text = sources.get(file)
    if (text === undefined || reached.has(file)) return
    reached.set(file, text)
    for (const { specifier, kind } of readImports(file, text))
      if (specifier?.startsWith('.') && kind !== 'type')
        visit(posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts'))
  }
  visit(fileOf(name))
  return reached
}

/** The file of a command, by the row of the table that loads it. */
function fileOf(name: string): string {
  const row = new RegExp(`^  '?${name}'?: \\(\\) => import\\('\\.\\./(.*)\\.js'\\),$`, 'm')
  const [, path] = row.exec(sources.get('cli/src/shell/loaders.ts') ?? '') ?? []
  if (path === undefined) throw new Error(`No row of the loaders names ${name}.`)
  return `cli/src/${path}.ts`
}

function reasonsIn(files: ReadonlyMap<string, string>): string[] {
  return [...files.values()].flatMap((text) =>
    [...text.matchAll(/unplanned: '([^']+)'/g)].map(([, reason]) => reason ?? ''),
  )
}
