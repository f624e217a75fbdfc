import { spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tiered } from '@holdfast/testkit/tier'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const page = readFileSync(`${root}/CONTRIBUTING.md`, 'utf8')
const [, section = ''] = /^## Recipes$(.*?)^## /ms.exec(page) ?? []
const rows = section.split('\n').filter((line) => /^\| an? /.test(line))

/** Paths that a row names. */
function pathsIn(row: string): string[] {
  return Array.from(row.matchAll(/`([^`]+)`/g), ([, code = '']) => code).filter((code) =>
    /^[\w.<>-]+\/[\w./<>-]+$/.test(code),
  )
}

/**
 * What a recipe says that is printed where one of its steps is forgotten.
 *
 * @param by - What prints it: `types`, or the path of a test.
 * @param name - Of the addition.
 */
function messagesOf(recipe: string, by: string, name: string): string[] {
  const row = rows.find((one) => one.startsWith(`| ${recipe} |`)) ?? ''
  const steps = row.split(' | ')[2]?.split('; ') ?? []
  const found = steps.filter((step) => step.startsWith(by) || step.startsWith(`\`${by}`))
  const spans = Array.from(found.join().matchAll(/`([^`]*\bNAME\b[^`]*)`/g), ([, span = '']) => span)
  expect(spans.length, `${recipe}: ${by}`).toBeGreaterThan(0)
  return spans.map((span) => span.replaceAll('NAME', name))
}

describe('recipes', () => {
  test('there is one for everything that is added often', () => {
    expect(rows.map((row) => row.split(' | ')[0])).toHaveLength(15)
  })

  test.each(rows.map((row) => [row.slice(2).split(' | ')[0], row] as const))('%s: every path exists', (_, row) => {
    const paths = pathsIn(row)
    expect(paths.length).toBeGreaterThan(1)
    for (const path of paths) {
      const found = globSync(path.replaceAll(/<\w+>/g, '*'), { cwd: root })
      expect(found.length, path).toBeGreaterThan(0)
    }
  })

  test.each(rows.map((row) => row.slice(2).split(' | ')))('%s: at most five source files', (_, files = '') => {
    const sources = pathsIn(files).filter(
      (path) => /\/src\//.test(path) && !/^testkit|\.(examples|test)\.ts$/.test(path),
    )
    expect(new Set(sources).size).toBeLessThanOrEqual(5)
  })
})

describe('an addition that is not finished does not compile', () => {
  test.each([
    {
      adds: 'a risk rule',
      file: 'sdk/src/errors/risk.ts',
      from: "  | 'LOOKALIKE_ADDRESS'\n",
      to: "  | 'LOOKALIKE_ADDRESS'\n  | 'THROWAWAY'\n",
      fails: [
        'sdk/src/risk/rules/rules.ts',
        'sdk/src/risk/rules/rules.test.ts',
        'web/src/words/pay.en.ts',
        'web/src/words/pay.de.ts',
      ],
    },
    {
      adds: 'an explorer flavour',
      file: 'contracts/src/chains.ts',
      from: "explorerApiKind: 'blockscout' | 'etherscan'",
      to: "explorerApiKind: 'blockscout' | 'etherscan' | 'THROWAWAY'",
      fails: [
        'sdk/src/chain/explorerApi/chooseExplorer.ts',
        'sdk/src/history/internal/readTransfers.ts',
        'sdk/src/risk/internal/historyAdapters.ts',
      ],
    },
    {
      adds: 'an error',
      name: 'THROWAWAYError',
      file: 'sdk/src/errors/link.ts',
      from: 'export class LinkMalformedError ',
      to: "export class THROWAWAYError extends ServiceError {\n  override readonly name = 'THROWAWAYError'\n}\nexport class LinkMalformedError ",
      exported: {
        file: 'sdk/src/errors/index.ts',
        from: 'export { LinkMalformedError,',
        to: 'export { THROWAWAYError, LinkMalformedError,',
      },
      fails: ['web/src/words/faults.en.ts', 'web/src/words/faults.de.ts'],
    },
    {
      adds: 'a setting of the service',
      file: 'service/src/config/Config.ts',
      from: '  port: number\n',
      to: '  port: number\n  THROWAWAY: number\n',
      fails: ['service/src/config/parseConfig.ts'],
    },
    {
      adds: 'a CLI command',
      file: 'cli/src/shell/loaders.ts',
      from: 'export const LOADERS = {\n',
      to: "export const LOADERS = {\n  THROWAWAY: () => import('../commands/check.js'),\n",
      fails: ['cli/src/shell/commands.ts'],
    },
    {
      adds: 'a setting of the CLI',
      file: 'cli/src/settings/settings.ts',
      from: "export type SettingName = 'chain'",
      to: "export type SettingName = 'THROWAWAY' | 'chain'",
      fails: ['cli/src/settings/settings.ts'],
    },
    {
      adds: 'an operation kind',
      file: 'sdk/src/plan/operations.ts',
      from: '  cancel: {',
      to: '  THROWAWAY: { params: { transferId: bigint }; result: Hash; handOver: undefined }\n  cancel: {',
      fails: ['sdk/src/plan/internal/definitions.ts', 'sdk/src/plan/internal/params.ts'],
    },
  ] satisfies readonly Addition[])('$adds', ({ fails, name = 'THROWAWAY', ...addition }: Addition) => {
    const found = faultsOf(fails, [addition, ...(addition.exported ? [addition.exported] : [])])
    for (const message of messagesOf(addition.adds, 'types', name))
      for (const path of fails) expect(found.get(path), path).toContain(message)
  })
})

test('a setting of the service that the page does not have: its test fails with the name', () => {
  const copy = mkdtempSync(join(tmpdir(), 'holdfast-recipe-'))
  try {
    for (const path of [
      'service/src/config',
      'service/package.json',
      'docs/operating.md',
      'tools/settings-docs.test.ts',
      'package.json',
    ])
      cpSync(`${root}/${path}`, `${copy}/${path}`, { recursive: true })
    symlinkSync(`${root}/node_modules`, `${copy}/node_modules`)
    const test = () => runTests(copy, 'tools/settings-docs')
    expect(test()).toMatchObject({ status: 0 })
    const parser = `${copy}/service/src/config/parseConfig.ts`
    const source = readFileSync(parser, 'utf8')
    const changed = source.replace("settings.text('WEB_DIR')", "settings.text('THROWAWAY')")
    expect(changed).not.toBe(source)
    writeFileSync(parser, changed)
    const failed = test()
    expect(failed.status).toBe(1)
    for (const message of messagesOf('a setting of the service', 'tools/settings-docs', 'THROWAWAY'))
      expect(failed.output).toContain(message)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})

describe.skipIf(tiered(true, false))('an addition that compiles and lacks its page, row or hook', () => {
  const forgotten = [
    {
      adds: 'a chain of ours without a row on the page',
      changes: [{ file: 'contracts/src/chains.ts', from: 'id: 43113,', to: 'id: 999_999_431,' }],
      recipe: 'a chain of ours',
      name: '999999431',
      test: 'tools/chain-counts',
      needs: { file: 'contracts/src/generated/deployments.ts', from: '43113: {', to: '999999431: {' },
    },
    {
      adds: 'a risk rule without a row on the page',
      changes: [
        {
          file: 'sdk/src/risk/rules/rules.ts',
          from: '  FRESH_ADDRESS: freshAddress,\n',
          to: '  FRESH_ADDRESS: freshAddress,\n  THROWAWAY_RULE: freshAddress,\n',
        },
      ],
      recipe: 'a risk rule',
      name: 'THROWAWAY_RULE',
      test: 'tools/firewall-docs',
    },
    {
      adds: 'a metric without a row on the page',
      changes: [
        {
          file: 'service/src/telemetry/metricsTable.ts',
          from: 'export const METRICS = {\n',
          to: "export const METRICS = {\n  throwaway_total: counter('Throwaways.'),\n",
        },
      ],
      recipe: 'a metric',
      name: 'throwaway_total',
      test: 'tools/service-docs',
    },
    {
      adds: 'an error without a row on the page',
      changes: [
        {
          file: 'sdk/src/errors/link.ts',
          from: 'export class LinkMalformedError ',
          to: "export class ThrowawayError extends ServiceError {\n  override readonly name = 'ThrowawayError'\n}\nexport class LinkMalformedError ",
        },
        {
          file: 'sdk/src/errors/index.ts',
          from: 'export { LinkMalformedError,',
          to: 'export { ThrowawayError, LinkMalformedError,',
        },
      ],
      recipe: 'an error',
      name: 'ThrowawayError',
      test: 'tools/errors.test',
    },
    {
      adds: 'a CLI setting without its page',
      changes: [
        {
          file: 'cli/src/settings/settings.ts',
          from: '  keystore: { flags',
          to: "  throwaway: { flags: '--throwaway <word>', variable: 'HOLDFAST_THROWAWAY', describes: 'a throwaway' },\n  keystore: { flags",
        },
      ],
      recipe: 'a setting of the CLI',
      name: 'throwaway',
      test: 'tools/command-line',
    },
    {
      adds: 'a public function without a hook',
      changes: [
        {
          file: 'sdk/src/shield/vaultBalance.ts',
          from: '/**\n',
          to: 'export async function throwawayBalance(publicClient: ReadClient): Promise<bigint> {\n  return BigInt(await publicClient.request({ method: "eth_chainId" }))\n}\n\n/**\n',
        },
        {
          file: 'sdk/src/shield/index.ts',
          from: 'export { vaultBalance }',
          to: 'export { throwawayBalance, vaultBalance }',
        },
        { file: 'sdk/src/index.ts', from: '  vaultBalance,\n', to: '  throwawayBalance,\n  vaultBalance,\n' },
      ],
      recipe: 'a public function',
      name: 'throwawayBalance',
      test: 'tools/hooks',
    },
  ] satisfies readonly Forgotten[]

  test('each test that a recipe names prints what the recipe says', () => {
    const copy = copyTree()
    try {
      for (const { changes, needs } of forgotten as readonly Forgotten[])
        for (const { file, from, to } of needs ? [...changes, needs] : changes) {
          const source = readFileSync(`${copy}/${file}`, 'utf8')
          expect(source, file).toContain(from)
          writeFileSync(`${copy}/${file}`, source.replace(from, to))
        }
      for (const { test, recipe, name, adds } of forgotten) {
        const { status, output } = runTests(copy, test)
        expect(status, adds).toBe(1)
        for (const message of messagesOf(recipe, test, name)) expect(output, adds).toContain(message)
      }
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  }, 900_000)
})

/** An addition by its name, and the test that fails where the rest of the recipe was not followed. */
type Forgotten = {
  adds: string
  recipe: string
  name: string
  changes: readonly Change[]
  needs?: Change
  test: string
}

/** The sources of this repository in a folder of their own, with packages that resolve to each other there. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'holdfast-recipes-'))
  for (const { name } of readdirSync(root, { withFileTypes: true }))
    if (!/^(node_modules|\.git|.*\.log)$/.test(name))
      cpSync(`${root}/${name}`, `${copy}/${name}`, {
        recursive: true,
        filter: (path) => !/\/(node_modules|dist|out|cache)$/.test(path),
      })
  mkdirSync(`${copy}/node_modules/@holdfast`, { recursive: true })
  for (const name of readdirSync(`${root}/node_modules`))
    if (name !== '@holdfast') symlinkSync(`${root}/node_modules/${name}`, `${copy}/node_modules/${name}`)
  for (const name of readdirSync(`${root}/node_modules/@holdfast`))
    symlinkSync(`${copy}/${name}`, `${copy}/node_modules/@holdfast/${name}`)
  return copy
}

/** Runs the tests of a folder that match a name, against sources. */
function runTests(folder: string, name: string): { status: number | null; output: string } {
  const conditions = "['@holdfast/source', 'node', 'import', 'default']"
  writeFileSync(
    `${folder}/vitest.config.mjs`,
    `export default { ssr: { resolve: { conditions: ${conditions}, externalConditions: ${conditions} } } }\n`,
  )
  const { status, stdout, stderr } = spawnSync(
    `${root}/node_modules/.bin/vitest`,
    ['run', '--root', folder, '--config', `${folder}/vitest.config.mjs`, name],
    { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', TIER: '' } },
  )
  return { status, output: stdout + stderr }
}

/** A text of a file, and its replacement. */
type Change = { file: string; from: string; to: string }

/** A change, the files that no longer compile, and a second change that a name needs to be public. */
type Addition = Change & { adds: string; name?: string; exported?: Change; fails: readonly string[] }

const { config } = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: ['vitest.config.ts'] }, ts.sys, root)
/** Sources as they are on disk, read once for all additions. */
const unchanged = new Map<string, ts.SourceFile | undefined>()

/** What the compiler says of some files while others are changed in memory. */
function faultsOf(files: readonly string[], changes: readonly Change[]): ReadonlyMap<string, string> {
  const host = ts.createCompilerHost(options)
  const { readFile, getSourceFile } = host
  const changeOf = (path: string) => changes.find(({ file }) => path === `${root}/${file}`)
  host.readFile = (path) => {
    const text = readFile(path)
    const change = changeOf(path)
    if (change === undefined || text === undefined) return text
    expect(text).toContain(change.from)
    return text.replace(change.from, change.to)
  }
  host.getSourceFile = (path, ...how) => {
    if (changeOf(path) !== undefined) return getSourceFile(path, ...how)
    if (!unchanged.has(path)) unchanged.set(path, getSourceFile(path, ...how))
    return unchanged.get(path)
  }
  const roots = [...files, ...changes.map(({ file }) => file)].map((file) => `${root}/${file}`)
  const program = ts.createProgram(roots, options, host)
  return new Map(
    files.map((file) => {
      const faults = program.getSemanticDiagnostics(program.getSourceFile(`${root}/${file}`))
      return [file, faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n')]
    }),
  )
}
