import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts', 'src/*/index.ts'],
  root: 'src',
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  fixedExtension: false,
  sourcemap: true,
  // One output file per source file: a bundler takes only what an application imports.
  unbundle: true,
  dts: true,
  deps: { neverBundle: [/^node:/] },
  inputOptions: { checks: { pluginTimings: false }, optimization: { inlineConst: false } },
})
