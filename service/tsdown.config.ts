import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts', 'src/main.ts'],
  format: 'esm',
  platform: 'node',
  dts: true,
  fixedExtension: false,
  inputOptions: { checks: { pluginTimings: false } },
})
