// npm drops optional platform packages that the registry in use does not carry, and `npm ci` then refuses the
// lockfile. This adds the missing entries (never installed on the platform that wrote the lockfile), so that one
// lockfile serves every platform. Run it after every change of dependencies: `npm run lockfile`.
import { readFileSync, writeFileSync } from 'node:fs'

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8'))
const osNames = {
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
const cpuNames = {
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

let added = 0
for (const [parent, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isPresent(parent, name)) continue
    const parts = name.split(/[/-]/)
    const os = parts.map((part) => osNames[part]).filter(Boolean)
    const cpu = parts.map((part) => cpuNames[part]).filter(Boolean)
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[~^]/, ''),
      ...(entry.dev && { dev: true }),
      optional: true,
      ...(os.length > 0 && { os }),
      ...(cpu.length > 0 && { cpu }),
      ...(parts.includes('musl') && { libc: ['musl'] }),
    }
    added += 1
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} platform packages added to package-lock.json`)

/** Whether npm would find the package from its parent's folder, walking up as Node does. */
function isPresent(parent, name) {
  for (let folder = parent; ; ) {
    if (lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true
    if (folder === '') return false
    const cut = folder.lastIndexOf('/node_modules/')
    folder = cut >= 0 ? folder.slice(0, cut) : ''
  }
}
