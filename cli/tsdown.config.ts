import { defineConfig } from 'tsdown'
import { copyPage } from './tools/copyPage.js'

/** Chunks per command, so that a start loads only what the command needs. */
export default defineConfig({
  entry: ['src/bin.ts'],
  format: 'esm',
  platform: 'node',
  dts: false,
  fixedExtension: false,
  onSuccess: () => copyPage('dist/app'),
  inputOptions: { checks: { pluginTimings: false } },
})
