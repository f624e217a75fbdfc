/**
 * What an import costs in a browser: bundles each one from the built packages, minified and compressed (brotli), without
 * what an application has anyway. Fails over a budget, and on any growth over the committed snapshot.
 *
 * `npm run check:size` compares, `npm run check:size -- --update` accepts. `npx tsx tools/size.ts --folders [import]` says
 * which folders of the sources the bytes are from, `--files` which files.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import firstExports from './first-exports.json' with { type: 'json' }

const root = fileURLToPath(new URL('..', import.meta.url))
/** What an application has anyway. */
const external = ['viem', '@noble', 'wagmi', 'ethers', 'react', '@tanstack/react-query'].flatMap((name) => [
  name,
  `${name}/*`,
])
const snapshotPath = `${root}/tools/size-snapshot.json`

/** Size limit of one import, independent of the snapshot. */
export const BUDGETS: Readonly<Record<string, number>> = {
  'generateClaimCode from @holdfast/sdk': 1_000,
  'evaluateRisk from @holdfast/sdk': 7_300,
  'check from @holdfast/sdk': 28_200,
  'sendProtected, claim from @holdfast/sdk': 41_950,
  'exports before contracts v2 from @holdfast/sdk': 124_600,
  '* from @holdfast/sdk/wire': 8_375,
  '* from @holdfast/sdk/words': 7_700,
  '* from @holdfast/sdk/requests': 10_000,
  '* from @holdfast/sdk/contacts': 2_600,
  '* from @holdfast/sdk/links': 51_700,
  '* from @holdfast/sdk/watch': 48_450,
  'readPaymentLink from @holdfast/sdk': 1_300,
  'decodePlan from @holdfast/sdk': 2_800,
  'createPlanner, linkOperations from @holdfast/sdk': 66_600,
  'useTransfer from @holdfast/react': 10_000,
  'useClaim from @holdfast/react': 16_500,
  'useCheck from @holdfast/react': 39_650,
  'useSendProtected from @holdfast/react': 43_350,
}

/** What the SDK exported before the second version of the contracts. Each of these names it still exports. */
export const FIRST_EXPORTS = 'exports before contracts v2 from @holdfast/sdk'

/** Those with a goal in `bench/README.md`. */
export const goalRows: readonly string[] = [
  FIRST_EXPORTS,
  'check from @holdfast/sdk',
  'sendProtected, claim from @holdfast/sdk',
  'evaluateRisk from @holdfast/sdk',
]

/** Bytes by import, as in {@link BUDGETS} for some names, as `* from …` for a whole entry point. */
export type Sizes = Readonly<Record<string, number>>

/** One sentence for each import that is over its budget or its snapshot, or that is missing in the snapshot. */
export function findGrowth(sizes: Sizes, snapshot: Sizes, budgets: Sizes): string[] {
  const problems: string[] = []
  for (const [name, size] of Object.entries(sizes)) {
    const [before, budget] = [snapshot[name], budgets[name]]
    if (budget !== undefined && size > budget) problems.push(`${name} costs ${size} bytes, its budget is ${budget}`)
    if (before === undefined) problems.push(`${name} costs ${size} bytes and is not in the snapshot`)
    else if (size > before) problems.push(`${name} grew from ${before} to ${size} bytes`)
  }
  for (const name of Object.keys({ ...snapshot, ...budgets }))
    if (!(name in sizes)) problems.push(`${name} is in the snapshot or the budgets, but was not measured`)
  return [...new Set(problems)]
}

/** Bytes of one import, written as in {@link BUDGETS}, without what is loaded only when used. */
export async function measureImport(name: string): Promise<number> {
  const { first } = await bundle(name)
  return first.reduce((sum, { contents }) => sum + compressed(contents), 0)
}

/** The text of one import, without what is loaded only when used. */
export async function bundleText(name: string): Promise<string> {
  const { first } = await bundle(name)
  return first.map(({ text }) => text).join('')
}

/** What one group of source files adds to an import. */
export type Share = {
  /** A folder or a file of the sources, or `names of imports and exports`. */
  of: string
  /** Whether the import brings it along, or it is loaded when it is first used. */
  when: 'first' | 'later'
  /** Minified. */
  bytes: number
  /** How much smaller the compressed file would be without it. What several groups have in common is in none. */
  brotli: number
}

/** Which folders (`sdk/src/risk`), or which files, the bytes of one import are from; most first. */
export async function attributeImport(name: string, by: 'folder' | 'file' = 'folder'): Promise<Share[]> {
  const { first, later } = await bundle(name)
  return [...sharesOf(first, 'first', by), ...sharesOf(later, 'later', by)]
}

/** The same of files that are bundled already. */
export function sharesOf(files: readonly Bundled[], when: Share['when'], by: 'folder' | 'file'): Share[] {
  const pieces = files.flatMap(({ text, map }) => piecesOf(text, map, by))
  const codeOf = (isIn: (of: string) => boolean) => pieces.map(({ of, code }) => (isIn(of) ? code : '')).join('')
  const whole = compressed(codeOf(() => true))
  const shares = [...new Set(pieces.map(({ of }) => of))].map((group): Share => {
    const [inside, outside] = [codeOf((of) => of === group), codeOf((of) => of !== group)]
    return { of: group, when, bytes: inside.length, brotli: whole - compressed(outside) }
  })
  return shares.sort((a, b) => b.brotli - a.brotli)
}

/** The text of a bundle, cut where its map goes from one group to another. */
function piecesOf(text: string, map: string, by: 'folder' | 'file'): { of: string; code: string }[] {
  const source = new SourceMap(JSON.parse(map))
  const pieces: { of: string; code: string }[] = []
  const exportsAt = text.lastIndexOf('export{')
  let offset = 0
  for (const [row, line] of text.split(/(?<=\n)/).entries())
    for (let column = 0; column < line.length; column++, offset++) {
      const entry = source.findEntry(row, column)
      const path = 'originalSource' in entry ? entry.originalSource : undefined
      const of = path === undefined || offset >= exportsAt ? 'names of imports and exports' : groupOf(path, by)
      const last = pieces.at(-1)
      if (last?.of === of) last.code += line[column]
      else pieces.push({ of, code: line[column] ?? '' })
    }
  return pieces
}

function groupOf(path: string, by: 'folder' | 'file'): string {
  const file = path.replace(/^(?:\.\.\/)+/, '')
  return by === 'file'
    ? file
    : (/^(?:node_modules\/(?:@[^/]+\/)?[^/]+|[a-z]+\/src(?:\/[a-z]+(?=\/))?)/.exec(file)?.[0] ?? file)
}

export const compressed = (contents: string | Uint8Array): number => brotliCompressSync(contents).length

type Bundled = { contents: Uint8Array; text: string; map: string }

/** One import, written as in {@link BUDGETS}: the files that it loads at once, and those that are loaded when first used. */
async function bundle(name: string): Promise<{ first: Bundled[]; later: Bundled[] }> {
  const [names = '', from = ''] = name.split(' from ')
  const what = name === FIRST_EXPORTS ? firstExports.join(', ') : names
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export ${what === '*' ? '*' : `{ ${what} }`} from '${from}'`, resolveDir: root },
    bundle: true,
    splitting: true,
    minify: true,
    sourcemap: 'external',
    write: false,
    metafile: true,
    absWorkingDir: root,
    outdir: 'out',
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    logLevel: 'error',
    external,
  })
  const texts = new Map(outputFiles.map((file) => [relative(root, file.path), file]))
  const reached = (kinds: readonly string[]) => {
    const loaded = new Set(['out/stdin.js'])
    for (const file of loaded)
      for (const { path, kind, external } of metafile.outputs[file]?.imports ?? [])
        if (kinds.includes(kind) && external !== true) loaded.add(path)
    return [...loaded]
  }
  const first = reached(['import-statement'])
  const later = reached(['import-statement', 'dynamic-import']).filter((path) => !first.includes(path))
  const read = (path: string): Bundled[] => {
    const [file, map] = [texts.get(path), texts.get(`${path}.map`)]
    return file && map ? [{ contents: file.contents, text: file.text, map: map.text }] : []
  }
  return { first: first.flatMap(read), later: later.flatMap(read) }
}

/** Every entry point that the package exports as code. */
function entryPoints(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8'))
  return (
    Object.entries<string | object>(manifest.exports)
      // A server is in no page.
      .filter(([subpath, target]) => typeof target === 'object' && subpath !== './rpc')
      .map(([subpath]) => manifest.name + subpath.slice(1))
  )
}

/** Prints where the bytes of imports are from. */
async function printShares(names: readonly string[], by: 'folder' | 'file'): Promise<void> {
  for (const name of names) {
    console.log(`${name}: ${await measureImport(name)} bytes`)
    console.log('minified  brotli')
    for (const { of, when, bytes, brotli } of await attributeImport(name, by))
      console.log(`${`${bytes}`.padStart(8)}${`${brotli}`.padStart(8)}  ${of}${when === 'later' ? ' (when used)' : ''}`)
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { folders: { type: 'boolean' }, files: { type: 'boolean' }, update: { type: 'boolean' } },
  })
  if (values.folders || values.files)
    return printShares(positionals.length > 0 ? positionals : goalRows, values.files ? 'file' : 'folder')
  const names = [
    ...Object.keys(BUDGETS),
    ...['sdk', 'contracts', 'guard', 'react'].flatMap(entryPoints).map((from) => `* from ${from}`),
  ]
  const sizes = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await measureImport(name)] as const)),
  )
  const snapshot: Sizes = existsSync(snapshotPath) ? JSON.parse(readFileSync(snapshotPath, 'utf8')) : {}

  for (const [name, size] of Object.entries(sizes)) {
    const note = size < (snapshot[name] ?? 0) ? `  (snapshot ${snapshot[name]}: accept with -- --update)` : ''
    console.log(`${String(size).padStart(7)} bytes  ${name}${note}`)
  }
  if (values.update) {
    writeFileSync(snapshotPath, `${JSON.stringify(sizes, null, 2)}\n`)
    console.log('snapshot written')
  }
  const problems = findGrowth(sizes, values.update ? sizes : snapshot, BUDGETS)
  for (const problem of problems) console.error(`✗ ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
