import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import {
  checkImports,
  FOLDER_ARROWS,
  type FolderArrows,
  findCircles,
  findTestDoubles,
  PACKAGE_ARROWS,
  type Package,
  readImports,
  readPackages,
  readSources,
} from './imports.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = [...Object.keys(PACKAGE_ARROWS), ...['site', 'docs', 'examples', 'bench', 'tools']].filter((folder) =>
  existsSync(`${root}/${folder}`),
)

describe('this repository', () => {
  test('every import is allowed and there is no circle', () => {
    const sources = readSources(root, folders)
    expect(sources.size).toBeGreaterThan(30)
    expect(checkImports(sources, readPackages(root))).toEqual([])
  })

  test('no test double is in the sources', () => {
    // Beside what they show: the cases of a rule of the firewall, and the table that the gallery's types must fill.
    const excepted = [/^sdk\/src\/risk\/rules\/(\w+\.examples|example)\.ts$/, /^web\/src\/gallery\/stateTable\.ts$/]
    const found = findTestDoubles(readSources(root, folders), readPackages(root))
    expect(found.filter((file) => !excepted.some((one) => one.test(file)))).toEqual([])
    expect(excepted.filter((one) => !found.some((file) => one.test(file)))).toEqual([])
  })

  test('messages are described once, in `sdk/src/wire`: zod reads the answers of a language model alone', () => {
    const sources = [
      ...readSources(
        root,
        readPackages(root).map(({ folder }) => `${folder}/src`),
      ),
    ]
    const users = (library: string) =>
      sources.flatMap(([file, text]) =>
        !/\.(test|fuzz)\.ts$/.test(file) && readImports(file, text).some(({ specifier }) => specifier === library)
          ? [file]
          : [],
      )
    expect(users('zod')).toEqual(['service/src/opinion/internal/modelAnswer.ts', 'testkit/src/described.ts'])
    expect(users('valibot').length).toBeGreaterThan(5)
    expect(users('valibot').filter((file) => !file.startsWith('sdk/src/wire/'))).toEqual([])
  })

  test('every package of the workspace is in both tables', () => {
    const names = readPackages(root).map(({ folder }) => folder)
    expect(names.filter((name) => !PACKAGE_ARROWS[name] || !FOLDER_ARROWS[name])).toEqual([])
  })

  test('the first picture of the architecture has the arrows of the table', () => {
    const page = readFileSync(`${root}/docs/architecture.md`, 'utf8')
    const [, picture = ''] = /^flowchart BT$(.*?)^```$/ms.exec(page) ?? []
    const drawn: Record<string, string[]> = {}
    for (const [, from = '', to = ''] of picture.matchAll(/^ +(\w+)(?:\["[^"]*"\])? (?:-->|-\. .* \.->) ([\w &]+)$/gm))
      drawn[from] = [...(drawn[from] ?? []), ...to.split(' & ')]
    const { testkit: _, ...table } = PACKAGE_ARROWS
    // A picture need not repeat what follows from two arrows.
    for (const name of Object.keys(table)) expect(reachedFrom(drawn, name), name).toEqual(reachedFrom(table, name))
  })

  test.each(Object.keys(FOLDER_ARROWS))('every row of %s names a source or a folder with sources', (name) => {
    const sources = [...readSources(root, [`${name}/src`]).keys()]
    const rows = Object.keys(FOLDER_ARROWS[name] ?? {}).filter((row) => row !== '.')
    expect(rows.filter((row) => !sources.some((file) => `${file}/`.startsWith(`${name}/src/${row}/`)))).toEqual([])
  })
})

/** What a package imports, directly or through others. */
function reachedFrom(arrows: Readonly<Record<string, readonly string[]>>, name: string): string[] {
  const reached = new Set<string>()
  const visit = (one: string): void => {
    for (const next of arrows[one] ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      visit(next)
    }
  }
  visit(name)
  return [...reached].sort()
}

describe('what an application installs', () => {
  test.each(['contracts', 'sdk'])('%s brings no program of a platform with it', (folder) => {
    const manifest = JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8'))
    expect(manifest.optionalDependencies).toBeUndefined()
  })
})

describe('readImports', () => {
  test('behavior: sees static, type, dynamic, re-export and require', () => {
    const text = [
      "import a from 'a'",
      "import type { B } from 'b'",
      "export * from 'c'",
      "export { type D } from 'd'",
      "type E = import('e').E",
      "const f = await import('f')",
      "import g = require('g')",
      "const h = require('h')",
      "import 'i'",
      'const j = import(name)',
      "// import 'comment'",
      'const text = `import("template")`',
    ].join('\n')
    expect(readImports('x.ts', text).map(({ line, kind, specifier }) => `${line} ${kind} ${specifier}`)).toEqual([
      '1 static a',
      '2 type b',
      '3 reexport c',
      '4 reexport d',
      '5 type e',
      '6 dynamic f',
      '7 static g',
      '8 dynamic h',
      '9 static i',
      '10 dynamic undefined',
    ])
  })
})

describe('checkImports', () => {
  const packages: Package[] = [
    { folder: 'contracts', name: '@holdfast/contracts', entries: ['contracts/src/index.ts'] },
    { folder: 'sdk', name: '@holdfast/sdk', entries: ['sdk/src/index.ts', 'sdk/src/risk/index.ts'] },
    { folder: 'devnet', name: '@holdfast/devnet', entries: ['devnet/src/index.ts'] },
    { folder: 'testkit', name: '@holdfast/testkit', entries: [] },
    { folder: 'cli', name: 'holdfast', entries: [] },
  ]
  const check = (files: Record<string, string>, folderArrows?: FolderArrows) =>
    checkImports(new Map(Object.entries(files)), packages, folderArrows)

  test('default: accepts allowed imports', () => {
    expect(
      check({
        'contracts/src/index.ts': "export { a } from './a.js'",
        'contracts/src/a.ts': "import { keccak256 } from 'viem'",
        'contracts/tools/generate.ts': "import fs from 'node:fs'",
        'devnet/src/index.ts': "export { start } from './start.js'",
        'devnet/src/start.ts': "import net from 'node:net'\nimport { a } from '@holdfast/contracts'",
        'sdk/src/index.ts': "export { check } from './risk/index.js'",
        'sdk/src/risk/index.ts': "export { check } from './check.js'",
        'sdk/src/risk/check.ts':
          "import { a } from '@holdfast/contracts'\nimport { E } from '../errors/e.js'\nimport './internal/match.js'",
        'sdk/src/risk/internal/match.ts': '',
        'sdk/src/risk/check.test.ts':
          "import { start } from '@holdfast/devnet'\nimport { s } from '@holdfast/testkit/stage'\nimport { check } from './index.js'",
        'sdk/src/errors/e.ts': '',
        'sdk/tsdown.config.ts': "import { copyViem } from './node/copyViem.js'",
        'testkit/src/stage.ts': "import { check } from '@holdfast/sdk'",
        'examples/tour/main.ts': "import { check } from '@holdfast/sdk'",
      }),
    ).toEqual([])
  })

  test.each<[string, Record<string, string>, string]>([
    [
      'error: a package imports one above it',
      { 'contracts/src/a.ts': "import { check } from '@holdfast/sdk'" },
      'contracts/src/a.ts:1 imports @holdfast/sdk, which contracts may not',
    ],
    [
      'error: only as a type, still an arrow',
      { 'sdk/src/risk/a.ts': "import type { Devnet } from '@holdfast/devnet'" },
      'sdk/src/risk/a.ts:1 imports @holdfast/devnet, which sdk may not',
    ],
    [
      'error: a dynamic import is an arrow too',
      { 'sdk/src/risk/a.ts': "\nawait import('@holdfast/devnet')" },
      'sdk/src/risk/a.ts:2 imports @holdfast/devnet, which sdk may not',
    ],
    [
      'error: a test uses more than devnet from above',
      { 'devnet/src/a.test.ts': "import { check } from '@holdfast/sdk'" },
      'devnet/src/a.test.ts:1 imports @holdfast/sdk, which devnet may not',
    ],
    [
      "error: a test reaches into another package's tests",
      { 'cli/test/a.test.ts': "import x from '../../sdk/test/x.js'", 'sdk/test/x.ts': '' },
      'cli/test/a.test.ts:1 reaches out of its package with ../../sdk/test/x.js; import it by name',
    ],
    [
      'error: a relative path leaves the package',
      { 'sdk/test/a.test.ts': "import x from '../../devnet/src/x.js'", 'devnet/src/x.ts': '' },
      'sdk/test/a.test.ts:1 reaches out of its package with ../../devnet/src/x.js; import it by name',
    ],
    [
      'error: a source uses a tool of the builds',
      { 'sdk/src/risk/a.ts': "import x from '../../../tools/node/x.js'" },
      'sdk/src/risk/a.ts:1 reaches out of its package with ../../../tools/node/x.js; import it by name',
    ],
    [
      'error: a source imports what only tests may',
      { 'sdk/src/risk/a.ts': "import { stage } from '@holdfast/testkit'" },
      'sdk/src/risk/a.ts:1 imports @holdfast/testkit, which sdk may not',
    ],
    [
      'error: a folder without a row',
      { 'sdk/src/fees/internal/a.ts': '' },
      'sdk/src/fees/internal/a.ts is in the folder fees, which has no row in the table of folders',
    ],
    [
      'error: a folder imports a file directly in src',
      { 'sdk/src/risk/a.ts': "import type { B } from '../b.js'", 'sdk/src/b.ts': '' },
      'sdk/src/risk/a.ts:1 imports the folder ., which risk may not',
    ],
    [
      'error: a folder imports a deeper file of a higher one',
      { 'sdk/src/risk/rules/a.ts': "import '../../transfer/fees/b.js'", 'sdk/src/transfer/fees/b.ts': '' },
      'sdk/src/risk/rules/a.ts:1 imports the folder transfer, which risk may not',
    ],
    [
      'error: a layer imports a higher one',
      { 'sdk/src/risk/a.ts': "import { b } from '../transfer/b.js'", 'sdk/src/transfer/b.ts': '' },
      'sdk/src/risk/a.ts:1 imports the folder transfer, which risk may not',
    ],
    [
      'error: history imports no other folder',
      { 'sdk/src/history/a.ts': "import type { B } from '../risk/b.js'", 'sdk/src/risk/b.ts': '' },
      'sdk/src/history/a.ts:1 imports the folder risk, which history may not',
    ],
    [
      'error: Node in a portable package',
      { 'sdk/src/risk/a.ts': "import { readFileSync } from 'fs'" },
      'sdk/src/risk/a.ts:1 imports the Node module fs',
    ],
    [
      'error: Node under its own scheme',
      { 'contracts/src/a.ts': "import type { Server } from 'node:http'" },
      'contracts/src/a.ts:1 imports the Node module node:http',
    ],
    [
      'error: a re-export outside an entry point',
      { 'sdk/src/risk/a.ts': "export { b } from './b.js'", 'sdk/src/risk/b.ts': '' },
      'sdk/src/risk/a.ts:1 re-exports ./b.js; only an entry point may',
    ],
    [
      'error: an entry point that does more than re-export',
      { 'sdk/src/risk/index.ts': "import { b } from './b.js'", 'sdk/src/risk/b.ts': '' },
      'sdk/src/risk/index.ts:1 imports ./b.js; an entry point only re-exports',
    ],
    [
      'error: a source imports its own entry point',
      { 'sdk/src/risk/a.ts': "import { check } from './index.js'", 'sdk/src/risk/index.ts': '' },
      'sdk/src/risk/a.ts:1 imports the entry point ./index.js; name the real file',
    ],
    [
      'error: a source imports its own package by name',
      { 'sdk/src/transfer/a.ts': "import { check } from '@holdfast/sdk/risk'", 'sdk/src/risk/index.ts': '' },
      'sdk/src/transfer/a.ts:1 imports the entry point @holdfast/sdk/risk; name the real file',
    ],
    [
      'error: another folder reads an internal file',
      { 'sdk/src/transfer/a.ts': "import '../risk/internal/b.js'", 'sdk/src/risk/internal/b.ts': '' },
      'sdk/src/transfer/a.ts:1 imports ../risk/internal/b.js, which is internal to sdk/src/risk',
    ],
    [
      'error: a module named at run time',
      { 'sdk/src/risk/a.ts': 'await import(name)' },
      'sdk/src/risk/a.ts:1 computes the name of the module it imports',
    ],
    [
      'error: a circle of folders inside a layer of the sdk',
      {
        'sdk/src/chain/logs/a.ts': "import '../b.js'",
        'sdk/src/chain/b.ts': '',
        'sdk/src/chain/c.ts': "import './logs/d.js'",
        'sdk/src/chain/logs/d.ts': '',
      },
      'circle of folders: sdk/src/chain → sdk/src/chain/logs → sdk/src/chain',
    ],
    [
      'error: a circle of folders two levels down, in another package',
      {
        'devnet/src/issuer/hub/fees/a.ts': "import '../b.js'",
        'devnet/src/issuer/hub/b.ts': '',
        'devnet/src/issuer/hub/c.ts': "import './fees/d.js'",
        'devnet/src/issuer/hub/fees/d.ts': '',
      },
      'circle of folders: devnet/src/issuer/hub → devnet/src/issuer/hub/fees → devnet/src/issuer/hub',
    ],
    [
      'error: a circle',
      {
        'sdk/src/risk/b.ts': "import type { A } from './a.js'",
        'sdk/src/risk/a.ts': "import { b } from './b.js'",
      },
      'circle: sdk/src/risk/a.ts → sdk/src/risk/b.ts → sdk/src/risk/a.ts',
    ],
  ])('%s', (_, files, problem) => {
    expect(check(files)).toEqual([problem])
  })

  test('error: a table of folders that contains a circle', () => {
    const arrows = { devnet: { chain: ['rpc'], anvil: ['chain'], rpc: 'all rows above' } } as const
    expect(check({}, arrows)).toEqual([
      'circle of folders in devnet: chain → rpc → chain',
      'circle of folders in devnet: anvil → chain → rpc → anvil',
    ])
  })

  test('error: a folder imports one whose row comes after its own', () => {
    const files = {
      'devnet/src/rpc/a.ts': "import '../anvil/b.js'\nimport '../issuer/c.js'",
      'devnet/src/anvil/b.ts': '',
      'devnet/src/issuer/c.ts': '',
    }
    expect(check(files, { devnet: { anvil: [], rpc: 'all rows above', issuer: 'all rows above' } })).toEqual([
      'devnet/src/rpc/a.ts:2 imports the folder issuer, which rpc may not',
    ])
  })

  test('behavior: a row may name a deeper folder', () => {
    const files = {
      'devnet/src/chain/node/spawn.ts': "import '../mine.js'",
      'devnet/src/chain/mine.ts': '',
      'devnet/src/chain/internal/a.ts': "import '../node/internal/b.js'",
      'devnet/src/chain/node/internal/b.ts': '',
    }
    expect(check(files, { devnet: { chain: ['chain/node'], 'chain/node': [] } })).toEqual([
      'devnet/src/chain/node/spawn.ts:1 imports the folder chain, which chain/node may not',
      'devnet/src/chain/internal/a.ts:1 imports ../node/internal/b.js, which is internal to devnet/src/chain/node',
      'circle of folders: devnet/src/chain → devnet/src/chain/node → devnet/src/chain',
    ])
  })

  test('behavior: a file with a row of its own closes no circle of folders', () => {
    const files = {
      'devnet/src/issuer/createIssuer.ts': "import './hub/hub.js'",
      'devnet/src/issuer/hub/hub.ts': "import '../facts.js'",
      'devnet/src/issuer/facts.ts': '',
    }
    const circle = 'circle of folders: devnet/src/issuer → devnet/src/issuer/hub → devnet/src/issuer'
    expect(check(files, { devnet: { issuer: [] } })).toEqual([circle])
    expect(check(files, { devnet: { issuer: [], 'issuer/createIssuer.ts': ['issuer'] } })).toEqual([])
  })

  test('behavior: a row may name a file', () => {
    const files = {
      'devnet/src/Parts.ts': "import './start.js'",
      'devnet/src/chain/mine.ts': "import '../Parts.js'",
      'devnet/src/start.ts': '',
    }
    expect(check(files, { devnet: { chain: [], 'Parts.ts': ['chain'], '.': ['chain', 'Parts.ts'] } })).toEqual([
      'devnet/src/Parts.ts:1 imports the folder ., which Parts.ts may not',
      'devnet/src/chain/mine.ts:1 imports the folder Parts.ts, which chain may not',
    ])
  })

  test('behavior: a package without a table is not checked for folders', () => {
    expect(check({ 'devnet/src/a/b.ts': "import '../c/d.js'", 'devnet/src/c/d.ts': '' }, {})).toEqual([])
  })
})

describe('findTestDoubles', () => {
  test('default: finds what only tests reach, directly or through each other', () => {
    const files = {
      'sdk/src/index.ts': "export { send } from './send.js'",
      'sdk/src/send.ts': "import './pay.js'",
      'sdk/src/pay.ts': '',
      'sdk/src/fakeNode.ts': "import './fakeBlock.js'",
      'sdk/src/fakeBlock.ts': '',
      'sdk/src/clock.ts': '',
      'sdk/src/worker.ts': '',
      'sdk/src/send.test.ts': "import './send.js'\nimport './fakeNode.js'",
      'testkit/src/stage.ts': "import { send } from '@holdfast/sdk'",
      'sdk/test/calls.test.ts': "import '../src/clock.js'\nimport '../src/pay.js'",
    }
    const packages: Package[] = [
      { folder: 'sdk', name: '@holdfast/sdk', entries: ['sdk/src/index.ts'] },
      { folder: 'testkit', name: '@holdfast/testkit', entries: [] },
    ]
    expect(findTestDoubles(new Map(Object.entries(files)), packages)).toEqual([
      'sdk/src/clock.ts',
      'sdk/src/fakeBlock.ts',
      'sdk/src/fakeNode.ts',
    ])
  })
})

describe('findCircles', () => {
  test('behavior: reports each circle once, and a file that imports itself', () => {
    const graph = new Map([
      ['a', ['b', 'c']],
      ['b', ['c']],
      ['c', ['a', 'c']],
      ['d', ['a']],
    ])
    expect(findCircles(graph)).toEqual([
      ['a', 'b', 'c', 'a'],
      ['c', 'c'],
    ])
  })
})
