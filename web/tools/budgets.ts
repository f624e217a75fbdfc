/**
 * What a person downloads before a screen is ready, in bytes after brotli. Fails over a budget; `npm run build` first.
 * A route counts what it imports at once, and not what it loads on a press.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { manifestOf } from './buildPage.js'

/**
 * Most bytes of each part: what is now and about 300 more, since one changed sentence moves what brotli finds by as much. A part
 * that grows fails, and one that shrinks takes its budget with it.
 */
export const BUDGETS: Readonly<Record<string, number>> = {
  shell: 104_500,
  'send, firewall ready': 149_800,
  'claim, ready': 142_450,
  'claim, on a press': 32_150,
  'review, added': 128_000,
  'sending, added': 32_650,
  'transfer, added': 75_000,
  'request, added': 78_650,
  'pay, added': 44_950,
  'links, added': 119_650,
  'link review, added': 174_100,
  'receive, added': 44_400,
  'scan, added': 44_850,
  'activity, added': 49_500,
  'people, added': 81_000,
  'settings, added': 17_050,
  'bridge, added': 110_650,
  'hub, added': 60_250,
  'boxes, added': 72_650,
  'box, added': 73_900,
  'new box, added': 96_550,
  'index.html with style': 8_000,
  fonts: 7_000,
}

/** Screens, and what is loaded on a press, each with what is there before it. */
const added: Readonly<Record<string, readonly [module: string, before: 'shell' | 'send' | 'claim']>> = {
  'claim, on a press': ['src/screens/claim/claimByService.ts', 'claim'],
  'review, added': ['src/screens/send/ReviewScreen.tsx', 'send'],
  'sending, added': ['src/screens/send/ResumeScreen.tsx', 'shell'],
  'transfer, added': ['src/screens/transfer/TransferScreen.tsx', 'shell'],
  'request, added': ['src/screens/request/RequestScreen.tsx', 'shell'],
  'pay, added': ['src/screens/pay/PayScreen.tsx', 'shell'],
  'links, added': ['src/screens/link/LinkPages.tsx', 'shell'],
  'link review, added': ['src/screens/link/ReviewLinkScreen.tsx', 'shell'],
  'receive, added': ['src/screens/receive/ReceivePages.tsx', 'shell'],
  'scan, added': ['src/screens/scan/ScanScreen.tsx', 'shell'],
  'activity, added': ['src/screens/activity/ActivityScreen.tsx', 'shell'],
  'people, added': ['src/screens/people/PeoplePages.tsx', 'shell'],
  'settings, added': ['src/screens/settings/SettingsScreen.tsx', 'shell'],
  'bridge, added': ['src/screens/bridge/BridgePages.tsx', 'shell'],
  'hub, added': ['src/screens/hub/HubScreen.tsx', 'shell'],
  'boxes, added': ['src/screens/box/BoxPages.tsx', 'shell'],
  'box, added': ['src/screens/box/BoxScreen.tsx', 'shell'],
  'new box, added': ['src/screens/box/MakeBoxScreen.tsx', 'shell'],
}

const send = 'src/screens/send/SendScreen.tsx'
const claim = 'src/screens/claim/ClaimScreen.tsx'

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

/** One sentence for each screen of a build that no row measures. */
export function findUnmeasured(manifest: Manifest): string[] {
  const measured = [send, claim, ...Object.values(added).map(([module]) => module)]
  return Object.keys(manifest)
    .filter((name) => /^src\/screens\/.*(Screen|Pages)\.tsx$/.test(name) && !measured.includes(name))
    .map((name) => `${name} has no budget`)
}

/** One sentence for each part that is over its budget, for each budget without a part, and for each part without a budget. */
export function findExcess(sizes: Readonly<Record<string, number>>, budgets = BUDGETS): string[] {
  const unbounded = Object.keys(sizes).filter((part) => budgets[part] === undefined)
  return [
    ...Object.entries(budgets).flatMap(([part, budget]) => {
      const size = sizes[part]
      if (size === undefined) return [`${part} has a budget and was not measured`]
      return size > budget ? [`${part} costs ${size} bytes, its budget is ${budget}`] : []
    }),
    ...unbounded.map((part) => `${part} was measured and has no budget`),
  ]
}

function measure(dist: string, manifest: Manifest): Record<string, number> {
  const cost = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(dist, file))).length, 0)
  const entry = 'index.html'
  const html = readFileSync(join(dist, entry), 'utf8')
  const first = Object.keys(manifest).filter((name) => html.includes(`src="./${manifest[name]?.file}"`))
  const route = (name: string) => filesOf(manifest, [...first, name])
  const ready = { shell: filesOf(manifest, first), send: route(send), claim: route(claim) }
  const later = Object.entries(added).map(([part, [module, before]]) => {
    const known = ready[before]
    return [part, cost([...route(module)].filter((file) => !known.has(file)))] as const
  })
  const fonts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.woff2'))
  return {
    shell: cost(ready.shell),
    'send, firewall ready': cost(ready.send),
    'claim, ready': cost(ready.claim),
    ...Object.fromEntries(later),
    'index.html with style': cost([entry]),
    fonts: fonts.reduce((sum, name) => sum + readFileSync(join(dist, 'assets', name)).length, 0),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = fileURLToPath(new URL('../dist/public', import.meta.url))
  const manifest: Manifest = JSON.parse(readFileSync(manifestOf(dist), 'utf8'))
  const sizes = measure(dist, manifest)
  for (const [part, size] of Object.entries(sizes))
    console.log(`${String(size).padStart(7)} of ${BUDGETS[part]} bytes  ${part}`)
  const problems = [...findExcess(sizes), ...findUnmeasured(manifest)]
  for (const problem of problems) console.error(`✗ ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
