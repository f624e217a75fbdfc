import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { findGrowth, sharesOf } from './size.js'

test('default: no problem while every import stays within snapshot and budget', () => {
  expect(findGrowth({ a: 90, b: 5 }, { a: 100, b: 5 }, { a: 100 })).toEqual([])
})

test('error: growth, a broken budget, an unknown import, a lost one', () => {
  expect(findGrowth({ a: 101, b: 6, c: 1 }, { a: 101, b: 5, d: 9 }, { a: 100 })).toEqual([
    'a costs 101 bytes, its budget is 100',
    'b grew from 5 to 6 bytes',
    'c costs 1 bytes and is not in the snapshot',
    'd is in the snapshot or the budgets, but was not measured',
  ])
})

test('each byte of a bundle is from one folder, or from one file', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: "export * from './sdk/src/chain/address.ts'",
      resolveDir: fileURLToPath(new URL('..', import.meta.url)),
    },
    bundle: true,
    minify: true,
    sourcemap: 'external',
    write: false,
    outdir: 'out',
    format: 'esm',
    external: ['viem', '@holdfast/contracts'],
  })
  const [map, { contents, text } = { contents: new Uint8Array(), text: '' }] = outputFiles
  const files = [{ contents, text, map: map?.text ?? '' }]
  const folders = sharesOf(files, 'first', 'folder')
  expect(folders.map(({ of }) => of)).toEqual(expect.arrayContaining(['sdk/src/chain', 'sdk/src/errors']))
  expect(sharesOf(files, 'first', 'file').map(({ of }) => of)).toContain('sdk/src/chain/address.ts')
  expect(folders.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(text.length)
  expect(folders.every(({ bytes, brotli }) => bytes > 0 && brotli > 0)).toBe(true)
})
