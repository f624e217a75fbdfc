/**
 * What a person downloads before a screen is ready, in bytes after brotli. Fails over a budget; `npm run build` first.
 * A route counts what it imports at once, and not what it loads on a press.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { manifestOf } from './buildPage.js'

/** Most bytes of each part: what is now, rounded up. A part that grows fails, and one that shrinks takes its budget with it. */
export const BUDGETS: Readonly<Record<string, number>> = {
  shell: 104_000,
  'send, firewall ready': 147_200,
  'claim, ready': 136_400,
  'claim, on a press': 30_900,
  'transfer, added': 78_500,
  'bridge, added': 125_900,
  'hub, added': 87_450,
  'boxes, added': 126_450,
  'box, added': 88_700,
  'new box, added': 121_700,
  'index.html with style': 8_000,
  fonts: 7_000,
}

/** Where the parts are to get; those that are not listed are there. */
const targets: Readonly<Record<string, number>> = {
  'send, firewall ready': 150_000,
}

/** A chunk of Vite's manifest. */
export type Chunk = { file: string; imports?: readonly string[]; dynamicImports?: readonly string[]; isEntry?: boolean }
export type Manifest = Readonly<Record<string, Chunk>>

/** The files that importing these modules loads at once. */
export function filesOf(manifest: Manifest, names: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (name: string): void => {
    if (seen.has(name)) return
    seen.add(name)
    for (const next of manifest[name]?.imports ?? []) visit(next)
  }
  for (const name of names) {
    if (manifest[name] === undefined) throw new Error(`The build has no chunk for ${name}.`)
    visit(name)
  }
  return new Set([...seen].flatMap((name) => manifest[name]?.file ?? []))
}

/** One sentence for each part that is over its budget, and for each budget without a part. */
export function findExcess(sizes: Readonly<Record<string, number>>, budgets = BUDGETS): string[] {
  return Object.entries(budgets).flatMap(([part, budget]) => {
    const size = sizes[part]
    if (size === undefined) return [`${part} has a budget and was not measured`]
    return size > budget ? [`${part} costs ${size} bytes, its budget is ${budget}`] : []
  })
}

function measure(dist: string): Record<string, number> {
  const manifest: Manifest = JSON.parse(readFileSync(manifestOf(dist), 'utf8'))
  const cost = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(dist, file))).length, 0)
  const entry = 'index.html'
  const html = readFileSync(join(dist, entry), 'utf8')
  const first = Object.keys(manifest).filter((name) => html.includes(`src="./${manifest[name]?.file}"`))
  const shell = filesOf(manifest, first)
  const route = (name: string) => filesOf(manifest, [...first, name])
  const added = (name: string, before: ReadonlySet<string>) => [...route(name)].filter((file) => !before.has(file))
  const claim = route('src/screens/claim/ClaimScreen.tsx')
  const fonts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.woff2'))
  return {
    shell: cost(shell),
    'send, firewall ready': cost(route('src/screens/send/SendScreen.tsx')),
    'claim, ready': cost(claim),
    'claim, on a press': cost(added('src/screens/claim/claimByService.ts', claim)),
    'transfer, added': cost(added('src/screens/transfer/TransferScreen.tsx', shell)),
    'bridge, added': cost(added('src/screens/bridge/BridgePages.tsx', shell)),
    'hub, added': cost(added('src/screens/hub/HubScreen.tsx', shell)),
    'boxes, added': cost(added('src/screens/box/BoxPages.tsx', shell)),
    'box, added': cost(added('src/screens/box/BoxScreen.tsx', shell)),
    'new box, added': cost(added('src/screens/box/MakeBoxScreen.tsx', shell)),
    'index.html with style': cost([entry]),
    fonts: fonts.reduce((sum, name) => sum + readFileSync(join(dist, 'assets', name)).length, 0),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sizes = measure(fileURLToPath(new URL('../dist/public', import.meta.url)))
  for (const [part, size] of Object.entries(sizes)) {
    const target = targets[part]
    const note = target !== undefined && size > target ? `  (to become ${target})` : ''
    console.log(`${String(size).padStart(7)} of ${BUDGETS[part]} bytes  ${part}${note}`)
  }
  const problems = findExcess(sizes)
  for (const problem of problems) console.error(`✗ ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
