import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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

describe('recipes', () => {
  test('there is one for everything that is added often', () => {
    expect(rows.map((row) => row.split(' | ')[0])).toHaveLength(14)
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
  ] satisfies readonly Addition[])('$adds', ({ fails, ...addition }: Addition) => {
    const found = faultsOf(fails, [addition, ...(addition.exported ? [addition.exported] : [])])
    for (const path of fails) expect(found.get(path), path).toMatch(/THROWAWAY/)
  })
})

test('a setting of the service that the page does not have: its test fails with the name', () => {
  const copy = mkdtempSync(join(tmpdir(), 'holdfast-recipe-'))
  try {
    for (const path of ['service/src/config', 'service/package.json', 'docs/operating.md', 'package.json'])
      cpSync(`${root}/${path}`, `${copy}/${path}`, { recursive: true })
    symlinkSync(`${root}/node_modules`, `${copy}/node_modules`)
    const conditions = "['@holdfast/source', 'node', 'import', 'default']"
    writeFileSync(
      `${copy}/vitest.config.mjs`,
      `export default { ssr: { resolve: { conditions: ${conditions}, externalConditions: ${conditions} } } }\n`,
    )
    const test = () =>
      spawnSync(`${root}/node_modules/.bin/vitest`, ['run', '--root', copy, 'settings.docs'], { encoding: 'utf8' })
    expect(test()).toMatchObject({ status: 0 })
    const parser = `${copy}/service/src/config/parseConfig.ts`
    const source = readFileSync(parser, 'utf8')
    const changed = source.replace("settings.text('WEB_DIR')", "settings.text('THROWAWAY')")
    expect(changed).not.toBe(source)
    writeFileSync(parser, changed)
    const failed = test()
    expect(failed.status).toBe(1)
    expect(failed.stdout + failed.stderr).toContain('THROWAWAY')
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})

/** A text of a file, and its replacement. */
type Change = { file: string; from: string; to: string }

/** A change, the files that no longer compile, and a second change that a name needs to be public. */
type Addition = Change & { adds: string; exported?: Change; fails: readonly string[] }

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
