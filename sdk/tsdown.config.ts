import { defineConfig } from 'tsdown'

/** One output file per source file, so that a bundler takes only what an application imports. Entries as in `exports`. */
export default defineConfig({
  entry: ['src/index.ts', 'src/*/index.ts', 'src/wire/schemas.ts'],
  root: 'src',
  unbundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  fixedExtension: false,
  dts: true,
  sourcemap: true,
  inputOptions: { checks: { pluginTimings: false }, optimization: { inlineConst: false } },
})
