import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const page = readFileSync(`${root}/CONTRIBUTING.md`, 'utf8')
const [, section = ''] = /^## Recipes$(.*?)^## /ms.exec(page) ?? []
const rows = section.split('\n').filter((line) => /^\| an? /.test(line))

describe('recipes', () => {
  test('there is one for everything that is added often', () => {
    expect(rows.map((row) => row.split(' | ')[0])).toHaveLength(14)
  })

  test.each(rows.map((row) => [row.slice(2).split(' | ')[0], row] as const))('%s: every path exists', (_, row) => {
    const named = Array.from(row.matchAll(/`([^`]+)`/g), ([, code = '']) => code)
    const paths = named.filter((code) => /^[\w.<>-]+\/[\w./<>-]+$/.test(code))
    expect(paths.length).toBeGreaterThan(1)
    for (const path of paths) {
      const found = globSync(path.replaceAll(/<\w+>/g, '*'), { cwd: root })
      expect(found.length, path).toBeGreaterThan(0)
    }
  })
})

describe('an addition that is not finished does not compile', () => {
  test.each([
    {
      adds: 'a risk rule',
      file: 'sdk/src/errors/risk.ts',
      from: "  | 'LOOKALIKE_ADDRESS'\n",
      to: "  | 'LOOKALIKE_ADDRESS'\n  | 'THROWAWAY'\n",
      fails: ['sdk/src/risk/rules/rules.ts', 'sdk/src/risk/rules/rules.test.ts'],
    },
    {
      adds: 'an explorer flavour',
      file: 'contracts/src/chains.ts',
      from: "explorerApiKind: 'blockscout' | 'etherscan'",
      to: "explorerApiKind: 'blockscout' | 'etherscan' | 'THROWAWAY'",
      fails: [
        'sdk/src/chain/explorerApi/chooseExplorer.ts',
        'sdk/src/chain/explorerApi/indexedBlock.ts',
        'sdk/src/history/internal/readTransfers.ts',
        'sdk/src/risk/internal/historyAdapters.ts',
      ],
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
  ])('$adds', ({ file, from, to, fails }) => {
    const found = faultsOf(fails, { file, from, to })
    for (const path of fails) expect(found.get(path), path).toMatch(/THROWAWAY/)
  })
})

/** What the compiler says of some files while another one is changed in memory. */
function faultsOf(
  files: readonly string[],
  change: { file: string; from: string; to: string },
): ReadonlyMap<string, string> {
  const { config } = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: ['vitest.config.ts'] },
    ts.sys,
    root,
  )
  const host = ts.createCompilerHost(options)
  const read = host.readFile
  host.readFile = (path) => {
    const text = read(path)
    if (path !== `${root}/${change.file}` || text === undefined) return text
    expect(text).toContain(change.from)
    return text.replace(change.from, change.to)
  }
  const roots = [...files, change.file].map((file) => `${root}/${file}`)
  const program = ts.createProgram(roots, options, host)
  return new Map(
    files.map((file) => {
      const faults = program.getSemanticDiagnostics(program.getSourceFile(`${root}/${file}`))
      return [file, faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n')]
    }),
  )
}
