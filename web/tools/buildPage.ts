import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type BuildOptions, build, defaultClientConditions, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { chunksOf } from './chunksOf.js'
import { connectOf, type PageKind } from './connectOf.js'
import { hostFiles } from './hostFiles.js'
import { policyOf, strictPage } from './strictPage.js'
import { treeHash } from './treeHash.js'

/**
 * Builds one page into a directory, closed by its policy.
 *
 * @param service - Base URL of the service of a `public` page.
 * @returns Its tree hash.
 */
export async function buildPage(
  kind: PageKind,
  outDir: string,
  { service }: { service?: string | undefined } = {},
): Promise<string> {
  const input = join(web, kind === 'gallery' ? 'gallery.html' : 'index.html')
  const connect = connectOf(kind, service)
  const options = {
    root: web,
    configFile: false,
    mode: 'production',
    base: './',
    logLevel: 'warn',
    publicDir: false,
    define: {
      __HOLDFAST_PAGE__: JSON.stringify({ kind, service: service ?? null, version: version() }),
      __HOLDFAST_LOOPBACK__: JSON.stringify(kind !== 'public'),
    },
    resolve: { conditions: ['@holdfast/source', ...defaultClientConditions] },
    // One file, since it starts from bytes that know no others.
    worker: { format: 'es', plugins: () => [withoutScanner], rolldownOptions: { output: { codeSplitting: false } } },
  } satisfies InlineConfig
  const output = {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    // Older ones rewrite `light-dark()`, and a theme that a person chooses then has no effect.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    // One style for the page, which is put inside it.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    manifest: true,
    chunkSizeWarningLimit: 1_000,
    reportCompressedSize: false,
  } satisfies BuildOptions
  await asProduction(async () => {
    const plugins = [react()]
    const rolldownOptions = { input, preserveEntrySignatures: false, checks: { pluginTimings: false } } as const
    const draft = await build({
      ...options,
      plugins,
      build: { ...output, write: false, minify: false, rolldownOptions },
    })
    const chunks = [draft].flat().flatMap((one) => ('output' in one ? one.output.filter(isChunk) : []))
    // Each name is in the page, so it is short. The manifest says what it is the file of.
    const chunkFileNames = 'assets/[hash:7].js'
    const codeSplitting = { includeDependenciesRecursively: false, groups: [{ name: chunksOf(chunks) }] }
    await build({
      ...options,
      plugins: [...plugins, strictPage(connect)],
      build: { ...output, rolldownOptions: { ...rolldownOptions, output: { codeSplitting, chunkFileNames } } },
    })
  })
  const manifest = join(outDir, '.vite', 'manifest.json')
  if (existsSync(manifest)) renameSync(manifest, manifestOf(outDir))
  rmSync(dirname(manifest), { recursive: true, force: true })
  const hash = treeHash(outDir)
  writeFileSync(join(outDir, 'version.json'), `${JSON.stringify({ version: version(), kind, tree: hash })}\n`)
  const page = readFileSync(join(outDir, input.slice(web.length)), 'utf8')
  for (const [path, text] of hostFiles(policyOf(page))) {
    mkdirSync(dirname(join(`${outDir}.hosts`, path)), { recursive: true })
    writeFileSync(join(`${outDir}.hosts`, path), text)
  }
  return hash
}

/** The page has no WebAssembly, so the compiled scanner of the library is never loaded: it is left out. */
const withoutScanner: Plugin = {
  name: 'holdfast:without-scanner',
  load: (id) => (id.endsWith('/generated/scannerModule.ts') ? "export const scannerModule = '0x'" : null),
}

function isChunk(file: Rolldown.OutputChunk | Rolldown.OutputAsset): file is Rolldown.OutputChunk {
  return file.type === 'chunk'
}

/** Where the manifest of a page is: beside its directory, since no visitor needs it. */
export function manifestOf(outDir: string): string {
  return `${outDir}.manifest.json`
}

/** The libraries of the page look at the environment: a build for a test, or on another machine, must be the same. */
async function asProduction<value>(run: () => Promise<value>): Promise<value> {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    return await run()
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

/** The folder of this package, with a slash at the end. */
const web = fileURLToPath(new URL('..', import.meta.url))

function version(): string {
  return JSON.parse(readFileSync(join(web, 'package.json'), 'utf8')).version
}
