import { defineConfig } from 'tsdown'
import { notices } from '../tools/node/notices.js'

const common = {
  format: 'esm',
  platform: 'node',
  fixedExtension: false,
  inputOptions: { checks: { pluginTimings: false } },
} as const

/**
 * A library, whose user installs its dependencies, and a program that needs none: it contains only the parts of them
 * that it uses, since Node keeps the text of every loaded module in memory, 30 MiB for all of them.
 */
export default defineConfig([
  { ...common, entry: ['src/index.ts', 'src/keys/index.ts'], dts: true },
  {
    ...common,
    entry: ['src/main.ts'],
    dts: false,
    deps: { alwaysBundle: /./, neverBundle: ['pg-native'], onlyBundle: false, onlyImport: [] },
    outputOptions: { comments: false },
    plugins: [notices()],
  },
])
