/**
 * Installs the command line into an empty folder as a user would: our packages as `npm pack` makes them, other packages
 * in the versions of the workspace's lockfile, so that npm finds all of them in its cache.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Lockfile } from './lockfile.js'

/** A folder with nothing but `node_modules`. */
export type Installed = { folder: string; remove: () => void }

/**
 * Packs every package that is published and installs one of them with what it needs. Needs a build.
 *
 * @param root - Of the workspace.
 * @param name - Of the package.
 */
export function installPacked(root: string, name: string): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-packed-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const npm = (cwd: string, ...args: string[]) =>
    execFileSync('npm', [...args, '--loglevel=error'], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const packed = JSON.parse(npm(root, 'pack', ...published(root), '--json', '--pack-destination', folder))
    const archives = new Map(
      Object.values<{ name: string; filename: string }>(packed).map((one) => [one.name, `file:${one.filename}`]),
    )
    const dependencies = { [name]: archives.get(name) }
    archives.delete(name)
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    write(join(folder, 'package.json'), { private: true, dependencies, overrides: Object.fromEntries(archives) })
    write(join(folder, 'package-lock.json'), {
      lockfileVersion: lock.lockfileVersion,
      packages: { '': { dependencies }, ...othersOf(lock) },
    })
    npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund')
    return { folder, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** The packages that users get, as npm names them in arguments. */
function published(root: string): string[] {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] }
  return workspaces
    .filter((one) => !JSON.parse(readFileSync(join(root, one, 'package.json'), 'utf8')).private)
    .map((one) => `--workspace=${one}`)
}

/**
 * Third-party packages, each at the top level; the version that our packages use is preferred to that of our tools.
 */
function othersOf({ packages }: Lockfile): Lockfile['packages'] {
  const others = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  const nested = others
    .filter(([path]) => !path.startsWith('node_modules/'))
    .map(([path, entry]) => [path.slice(path.indexOf('node_modules/')), entry] as const)
  return Object.fromEntries([...others.filter(([path]) => path.startsWith('node_modules/')), ...nested])
}

function write(file: string, content: object): void {
  writeFileSync(file, JSON.stringify(content, undefined, 2))
}
