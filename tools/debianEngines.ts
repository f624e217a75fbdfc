/** Browser engines as Debian packages them: where their programs are, and how they get there. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** An engine that the application is tried in. */
export type DebianEngine = {
  name: string
  packages: readonly string[]
  /** All of them are needed. */
  programs: readonly string[]
}

/** In the order in which they run. */
export const ENGINES: readonly DebianEngine[] = [
  { name: 'firefox', packages: ['firefox-esr'], programs: ['firefox-esr'] },
  { name: 'webkit', packages: ['webkit2gtk-driver', 'xvfb'], programs: ['WebKitWebDriver', 'Xvfb'] },
]

/**
 * Installs the packages of an engine, unless its programs are there.
 *
 * @returns Why it cannot be run, or `undefined`.
 */
export function obtain({ programs, packages }: DebianEngine): string | undefined {
  if (programs.every(isThere)) return undefined
  if (!isThere('apt-get')) return `there is no apt-get to install ${packages.join(' and ')}`
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive']
  if (prefix.length > 0 && !succeeds([...prefix, 'true']))
    return 'only root installs packages, and sudo asks for a password'
  const apt = [
    ...prefix,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '--quiet',
    '-o',
    'DPkg::Lock::Timeout=300',
  ]
  // An index that cannot be read is named by the next command, which then misses a package.
  succeeds([...apt, 'update'])
  const fault = faultOf([...apt, 'install', '--yes', '--no-install-recommends', ...packages])
  if (fault !== undefined) return fault
  const missing = programs.find((program) => !isThere(program))
  return missing && `${packages.join(' and ')} did not bring ${missing}`
}

/** The packages of an engine with their versions. */
export function versionsOf({ packages }: DebianEngine): string {
  const { stdout } = spawnSync('dpkg-query', ['--show', ...packages], { encoding: 'utf8' })
  return stdout?.trim().replaceAll('\t', ' ').replaceAll('\n', ', ') || 'not from a package'
}

function isThere(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

function succeeds(command: readonly string[]): boolean {
  return faultOf(command) === undefined
}

/** The last line of what a command that failed has said. */
function faultOf([program = '', ...args]: readonly string[]): string | undefined {
  const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'inherit', 'pipe'] })
  if (status === 0) return undefined
  return error?.message ?? (stderr.trim().split('\n').at(-1) || `${program} ended with ${status}`)
}
