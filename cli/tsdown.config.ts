import { defineConfig } from 'tsdown'

/** Chunks per command, so that a start loads only what the command needs. */
export default defineConfig({
  entry: ['src/bin.ts'],
  format: 'esm',
  platform: 'node',
  dts: false,
  fixedExtension: false,
  inputOptions: { checks: { pluginTimings: false } },
})
