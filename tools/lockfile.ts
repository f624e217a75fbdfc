/**
 * Makes one lockfile serve every platform. npm drops optional platform packages that the registry in use does not
 * carry, and `npm ci` then refuses the lockfile: this adds the missing entries, which are never installed on the
 * platform that wrote it. Run after every change of dependencies: `npm run lockfile`.
 */
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Entry = {
  version?: string
  resolved?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  optionalDependencies?: Record<string, string>
  os?: string[]
  cpu?: string[]
  libc?: string[]
}

export type Lockfile = { packages: Record<string, Entry> }

const osByName: Readonly<Record<string, string>> = {
  win32: 'win32',
  windows: 'win32',
  darwin: 'darwin',
  linux: 'linux',
  android: 'android',
  freebsd: 'freebsd',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  aix: 'aix',
}

const cpuByName: Readonly<Record<string, string>> = {
  x64: 'x64',
  amd64: 'x64',
  arm64: 'arm64',
  arm: 'arm',
  armv7: 'arm',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  loong64: 'loong64',
  wasm32: 'wasm32',
}

/** The optional packages that have no entry of their own, with the entry each should get. */
export function missingEntries(lock: Lockfile): Record<string, Entry> {
  const missing: Record<string, Entry> = {}
  for (const [parent, entry] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isPresent(lock, parent, name)) continue
      const parts = name.split(/[/-]/)
      const os = parts.flatMap((part) => osByName[part] ?? [])
      const cpu = parts.flatMap((part) => cpuByName[part] ?? [])
      missing[`node_modules/${name}`] = {
        version: range.replace(/^[~^]/, ''),
        ...(entry.dev && { dev: true }),
        optional: true,
        ...(os.length > 0 && { os }),
        ...(cpu.length > 0 && { cpu }),
        ...(parts.includes('musl') && { libc: ['musl'] }),
      }
    }
  }
  return missing
}

/** Whether npm would find the package from its parent's folder, walking up as Node does. */
function isPresent(lock: Lockfile, parent: string, name: string): boolean {
  for (let folder = parent; ; ) {
    if (lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true
    if (folder === '') return false
    const cut = folder.lastIndexOf('/node_modules/')
    folder = cut >= 0 ? folder.slice(0, cut) : ''
  }
}

function main(): void {
  const path = new URL('../package-lock.json', import.meta.url)
  const lock = JSON.parse(readFileSync(path, 'utf8')) as Lockfile
  const missing = missingEntries(lock)
  lock.packages = Object.fromEntries(
    Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${Object.keys(missing).length} platform packages added to package-lock.json`)
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) main()
