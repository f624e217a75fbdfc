/** Finding a recipient's payments among announcements: `scanAnnouncements` against other libraries. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { recognizeAnnouncements, scanAnnouncements } from '@holdfast/sdk/stealth'
import { curvesVersion } from './stealth/curve.js'
import { measureDownload } from './stealth/download.js'
import { prepareLibauth, prepareScopeLift, scanWithNoble } from './stealth/peers.js'
import { makeScene, type Scene } from './stealth/scene.js'

const runs = 5
const own = 8

type Contender = {
  name: string
  /** Announcements of each run, enough for a good part of a second or more. */
  scene: Scene
  /** Number of the recipient's announcements that it finds. */
  scan: (scene: Scene) => Promise<number> | number
}

/** Of one run. */
type Cost = { cpuSeconds: number; wallSeconds: number }

const scenes = { large: makeScene(128_000, own), medium: makeScene(8_000, own), small: makeScene(500, own) }
const [libauth, scopeLift] = [await prepareLibauth(), await prepareScopeLift()]
const scan = async ({ keys, announcements }: Scene, workers: number) =>
  (await scanAnnouncements(keys, announcements, { workers })).length
const contenders = {
  one: { name: 'scanAnnouncements', scene: scenes.large, scan: (scene) => scan(scene, 1) },
  two: { name: 'scanAnnouncements, 2 workers', scene: scenes.large, scan: (scene) => scan(scene, 2) },
  plain: {
    name: 'recognizeAnnouncements',
    scene: scenes.medium,
    scan: ({ keys, announcements }) => recognizeAnnouncements(keys, announcements).length,
  },
  libauth: {
    name: `@bitauth/libauth ${versionOf('@bitauth/libauth')} (WebAssembly)`,
    scene: scenes.medium,
    scan: ({ keys, announcements }) => libauth(keys, announcements).length,
  },
  noble: {
    name: `@noble/curves ${curvesVersion}`,
    scene: scenes.small,
    scan: ({ keys, announcements }) => scanWithNoble(keys, announcements).length,
  },
  scopeLift: {
    name: `@scopelift/stealth-address-sdk ${versionOf('@scopelift/stealth-address-sdk')}`,
    scene: scenes.small,
    scan: ({ keys, announcements }) => scopeLift(keys, announcements).length,
  },
} satisfies Record<string, Contender>

console.log(`stealth: announcements of strangers, ${own} of the recipient's among them, as hex`)
console.log(`${cpus()[0]?.model} × ${cpus().length}, Node ${process.version}, ${runs} runs each, medians\n`)
const costs = await measureAll(contenders)

console.log(`  ${''.padEnd(44)}${'per processor second'.padStart(22)}${'per second'.padStart(14)}`)
const perCpuSecond = (key: keyof typeof contenders) =>
  contenders[key].scene.announcements.length / median(costs[key], 'cpuSeconds')
for (const key of Object.keys(contenders) as (keyof typeof contenders)[]) {
  const { name, scene } = contenders[key]
  const ratio =
    key === 'one' || key === 'two'
      ? ''
      : `  scanAnnouncements ${(perCpuSecond('one') / perCpuSecond(key)).toFixed(1)}× as fast`
  const perSecond = scene.announcements.length / median(costs[key], 'wallSeconds')
  console.log(`  ${name.padEnd(44)}${format(perCpuSecond(key)).padStart(22)}${format(perSecond).padStart(14)}${ratio}`)
}
const ratios = costs.one.map((cost, run) => cost.wallSeconds / (costs.two[run]?.wallSeconds ?? Number.NaN))
console.log(
  `\n  2 workers, by the clock: ${middle(ratios).toFixed(2)}× as fast as 1 thread (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`,
)

const first = makeScene(1_000, own)
const starts: number[] = []
for (let run = 0; run < runs; run++) starts.push(await startCold(first))
console.log(
  `  first 1,000 in a new process: ${middle(starts).toFixed(0)} ms (${starts.map((ms) => ms.toFixed(0)).join(', ')})`,
)

const [fast, slow] = [await measureDownload('scanAnnouncements'), await measureDownload('recognizeAnnouncements')]
console.log(
  `  loaded by the first scan: ${format(fast.later.brotli)} bytes with brotli, ${format(fast.later.gzip)} with gzip`,
)
console.log(
  `  loaded before, over recognizeAnnouncements: ${format(fast.entry.brotli - slow.entry.brotli)} bytes with brotli`,
)

/** Runs all in turn, so that other load of the machine affects all of them alike. The first round does not count. */
async function measureAll<key extends string>(all: Record<key, Contender>): Promise<Record<key, Cost[]>> {
  const keys = Object.keys(all) as key[]
  const measured = Object.fromEntries(keys.map((key) => [key, [] as Cost[]])) as Record<key, Cost[]>
  for (let run = 0; run <= runs; run++)
    for (const key of keys) {
      const { name, scene, scan } = all[key]
      const [cpu, start] = [process.cpuUsage(), performance.now()]
      const found = await scan(scene)
      const wallSeconds = (performance.now() - start) / 1e3
      const { user, system } = process.cpuUsage(cpu)
      if (found !== own) throw new Error(`${name} found ${found} of ${own}.`)
      if (run > 0) measured[key].push({ cpuSeconds: (user + system) / 1e6, wallSeconds })
    }
  return measured
}

function startCold(scene: Scene): Promise<number> {
  const child = spawn(
    process.execPath,
    [...process.execArgv, fileURLToPath(new URL('stealth/coldStart.ts', import.meta.url))],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  child.send(scene)
  return new Promise((resolve, reject) => {
    child.once('message', (milliseconds) => resolve(Number(milliseconds)))
    child.once('exit', (code) => reject(new Error(`The cold start ended with status ${code}.`)))
  })
}

function versionOf(name: string): string {
  return JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8')).version
}

function median(measured: readonly Cost[], what: keyof Cost): number {
  return middle(measured.map((cost) => cost[what]))
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function format(value: number): string {
  return Math.round(value).toLocaleString('en')
}
