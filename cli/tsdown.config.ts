import { defineConfig } from 'tsdown'
import { notices } from '../tools/node/notices.js'
import { copyPage } from './tools/copyPage.js'

/**
 * A program that contains what it uses of other packages: Node then opens a few files instead of some hundred. Chunks per
 * command, so that a start loads only what the command needs. The devnet and the service stay packages, since only their own
 * commands load them.
 */
export default defineConfig({
  entry: ['src/bin.ts'],
  format: 'esm',
  platform: 'node',
  dts: false,
  fixedExtension: false,
  deps: {
    alwaysBundle: /^(?!@holdfast\/(?:devnet|service)(?:\/|$))/,
    neverBundle: [/^@holdfast\/(?:devnet|service)(?:\/|$)/],
    onlyBundle: false,
  },
  outputOptions: { comments: false },
  plugins: [notices()],
  onSuccess: () => copyPage('dist/app'),
  inputOptions: {
    checks: { pluginTimings: false },
    resolve: { conditionNames: ['@holdfast/source', 'import', 'node', 'default'] },
  },
})
