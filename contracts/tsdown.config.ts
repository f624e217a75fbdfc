import { defineConfig, type UserConfig } from 'tsdown'
import { copyViem } from '../tools/node/copyViem.js'

const shared: UserConfig = {
  entry: ['src/index.ts'],
  root: 'src',
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  fixedExtension: false,
  sourcemap: true,
  inputOptions: { checks: { pluginTimings: false }, optimization: { inlineConst: false } },
}

export default defineConfig([
  // One output file per source file, so that a bundler takes only what an application imports.
  { ...shared, unbundle: true, dts: true },
  // For Node, which opens every file on its own: one file, and another for the copied parts of viem.
  {
    ...shared,
    ...copyViem(),
    outDir: 'dist/node',
    dts: false,
    clean: false,
    outputOptions: {
      chunkFileNames: '[name].js',
      codeSplitting: { groups: [{ name: 'viem', test: /node_modules/ }] },
    },
  },
])
