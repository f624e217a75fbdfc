import { readdirSync, readFileSync } from 'node:fs'
import type { Rolldown } from 'tsdown'
import { defineConfig } from 'tsdown'

const common = {
  format: 'esm',
  platform: 'node',
  fixedExtension: false,
  inputOptions: { checks: { pluginTimings: false } },
} as const

/**
 * A library, whose user brings its dependencies, and a program that needs none: it holds what is used of them and nothing else,
 * since the text of every module that Node loads stays in memory, which is 30 MiB for all of them.
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

/** Puts beside the program on which terms the code of others is in it. */
function notices(): Rolldown.Plugin {
  return {
    name: 'notices',
    generateBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []))
      const folders = new Set(ids.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []))
      const texts = [...folders].sort().map((folder) => {
        const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
        const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file))
        const terms = files.map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim())
        return [`${name} ${version}: ${license}`, ...terms].join('\n\n')
      })
      this.emitFile({ type: 'asset', fileName: 'NOTICES.txt', source: `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n` })
    },
  }
}
