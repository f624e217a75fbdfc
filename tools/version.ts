/**
 * Writes the version of the packages to every place outside a manifest that names it. Run by `npm run generate`, after
 * `changeset version` has raised it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Files that name the version, each with the text around it. */
export const VERSION_PLACES: readonly { readonly path: string; readonly around: readonly [string, string] }[] = [
  { path: 'sdk/src/errors/version.ts', around: ["VERSION = '", "'"] },
  { path: 'sdk/src/errors/version.ts', around: ['@holdfast/sdk@', "'"] },
  { path: 'service/openapi.json', around: ['"version": "', '"'] },
  { path: 'service/ops/compose.yaml', around: ['image: holdfast-service:', '\n'] },
]

/**
 * The text with the version at its place.
 *
 * @throws When the text around the version is not there.
 */
export function withVersion(text: string, [before, after]: readonly [string, string], version: string): string {
  const from = text.indexOf(before) + before.length
  const to = text.indexOf(after, from)
  if (from < before.length || to < 0) throw new Error(`There is no version after ${JSON.stringify(before)}.`)
  return text.slice(0, from) + version + text.slice(to)
}

/** The version of the packages; all have the same. */
export function readVersion(): string {
  return JSON.parse(readFileSync(`${root}/sdk/package.json`, 'utf8')).version
}

function main(): void {
  for (const { path, around } of VERSION_PLACES) {
    const file = `${root}/${path}`
    writeFileSync(file, withVersion(readFileSync(file, 'utf8'), around, readVersion()))
  }
  console.log(`wrote version ${readVersion()} wherever it is named`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
