import { readdirSync, readFileSync } from 'node:fs'
import type { Rolldown } from 'tsdown'

/** Writes the licences of the included third-party code beside a bundle. */
export function notices(): Rolldown.Plugin {
  return {
    name: 'notices',
    generateBundle(_, bundle) {
      const ids = idsOf(bundle)
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

/** The modules in a bundle. */
export function idsOf(bundle: Rolldown.OutputBundle): string[] {
  return Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []))
}
