import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** Bytes that an application loads at once for an import, and those that it loads at its first scan. */
export async function measureDownload(name: string): Promise<{ entry: Compressed; later: Compressed }> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${name} } from '@holdfast/sdk/stealth'`, resolveDir: import.meta.dirname },
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    outdir: 'out',
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    conditions: process.execArgv.some((argument) => argument.includes('@holdfast/source')) ? ['@holdfast/source'] : [],
    external: ['viem', 'viem/*', '@noble/*'],
    logLevel: 'error',
  })
  const isLater = (path: string, text: string) => !path.endsWith('stdin.js') && text.includes('0x0061736d')
  return {
    entry: compress(outputFiles.filter(({ path, text }) => !isLater(path, text)).map(({ contents }) => contents)),
    later: compress(outputFiles.filter(({ path, text }) => isLater(path, text)).map(({ contents }) => contents)),
  }
}

type Compressed = { brotli: number; gzip: number }

function compress(files: readonly Uint8Array[]): Compressed {
  const sum = (size: (file: Uint8Array) => number) => files.reduce((total, file) => total + size(file), 0)
  return { brotli: sum((file) => brotliCompressSync(file).length), gzip: sum((file) => gzipSync(file).length) }
}
