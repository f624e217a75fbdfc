import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { scannerModule } from './internal/scan/generated/scannerModule.js'

/** Bundles what an application imports; what is loaded later stays in files of its own. */
async function bundle(contents: string) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    outdir: 'out',
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    conditions: ['@holdfast/source'],
    external: ['viem', '@noble/*'],
    logLevel: 'error',
  })
  const entry = outputFiles.find(({ path }) => path.endsWith('stdin.js'))
  const scanner = outputFiles.filter(({ text }) => text.includes(scannerModule))
  return { entry, scanner }
}

test('behavior: the scanner is loaded when it is used, at most 10 kB', async () => {
  const { entry, scanner } = await bundle(`export { scanAnnouncements } from './scanAnnouncements.js'`)
  expect(scanner).toHaveLength(1)
  expect(scanner[0]).not.toBe(entry)
  const bytes = scanner[0]?.contents ?? new Uint8Array()
  expect(brotliCompressSync(bytes).length).toBeLessThan(10_000)
  expect(gzipSync(bytes).length).toBeLessThan(10_000)
})

test('behavior: what does not scan does not know the scanner', async () => {
  const { scanner } = await bundle(`export { recognizeAnnouncements } from './recognizeAnnouncements.js'`)
  expect(scanner).toEqual([])
})
