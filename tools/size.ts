/**
 * What an import costs in a browser: bundles each one from the built packages, minified and compressed (brotli), without
 * what an application has anyway. Fails over a budget, and on any growth over the committed snapshot.
 *
 * `npm run check:size` compares, `npm run check:size -- --update` accepts.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
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
  'evaluateRisk from @holdfast/sdk': 7_000,
  'check from @holdfast/sdk': 26_000,
  'sendProtected, claim from @holdfast/sdk': 38_500,
  'exports before contracts v2 from @holdfast/sdk': 120_000,
  '* from @holdfast/sdk/wire': 8_375,
  '* from @holdfast/sdk/words': 7_700,
  '* from @holdfast/sdk/requests': 10_000,
  '* from @holdfast/sdk/contacts': 2_600,
  '* from @holdfast/sdk/links': 48_500,
  '* from @holdfast/sdk/watch': 44_600,
  'readPaymentLink from @holdfast/sdk': 1_300,
  'decodePlan from @holdfast/sdk': 2_800,
  'createPlanner, linkOperations from @holdfast/sdk': 63_500,
  'useTransfer from @holdfast/react': 10_000,
  'useClaim from @holdfast/react': 16_500,
  'useCheck from @holdfast/react': 37_600,
  'useSendProtected from @holdfast/react': 40_000,
}

/** What the SDK exported before the second version of the contracts. Each of these names it still exports. */
export const FIRST_EXPORTS = 'exports before contracts v2 from @holdfast/sdk'

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
  const [names = '', from = ''] = name.split(' from ')
  const what = name === FIRST_EXPORTS ? firstExports.join(', ') : names
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export ${what === '*' ? '*' : `{ ${what} }`} from '${from}'`, resolveDir: root },
    bundle: true,
    splitting: true,
    minify: true,
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
  const loaded = new Set(['out/stdin.js'])
  for (const file of loaded)
    for (const { path, kind, external } of metafile.outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && external !== true) loaded.add(path)
  const files = outputFiles.filter(({ path }) => loaded.has(relative(root, path)))
  return files.reduce((sum, { contents }) => sum + brotliCompressSync(contents).length, 0)
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

async function main(): Promise<void> {
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
  if (process.argv.includes('--update')) {
    writeFileSync(snapshotPath, `${JSON.stringify(sizes, null, 2)}\n`)
    console.log('snapshot written')
  }
  const problems = findGrowth(sizes, process.argv.includes('--update') ? sizes : snapshot, BUDGETS)
  for (const problem of problems) console.error(`✗ ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
