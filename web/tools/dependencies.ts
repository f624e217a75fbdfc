/** What runs in the page besides our own packages: the packages of the lock file that it reaches, each with its version. */

type Lock = { packages: Readonly<Record<string, LockEntry | undefined>> }
type LockEntry = {
  version?: string
  link?: boolean
  resolved?: string
  optional?: boolean
  dependencies?: Readonly<Record<string, string>>
  peerDependencies?: Readonly<Record<string, string>>
  peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>
}

/** Most of them. */
export const MOST_DEPENDENCIES = 45

/**
 * The packages that a workspace needs at run time, as `name@version`, sorted. Peers count, except optional ones.
 *
 * @param lock - Of npm, version 3.
 */
export function runtimeDependencies(lock: Lock, workspace: string): string[] {
  const found = new Map<string, string>()
  const seen = new Set<string>()
  const visit = (place: string): void => {
    if (seen.has(place)) return
    seen.add(place)
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = lock.packages[place] ?? {}
    const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
    for (const name of [...Object.keys(dependencies), ...peers]) {
      const next = locate(lock, place, name)
      const entry = next === undefined ? undefined : lock.packages[next]
      if (next === undefined || entry === undefined) continue
      if (entry.link === true) visit(entry.resolved ?? '')
      else {
        found.set(next, `${name}@${entry.version}`)
        visit(next)
      }
    }
  }
  visit(workspace)
  return [...new Set(found.values())].sort()
}

/** Where Node finds a package, seen from another one. */
function locate({ packages }: Lock, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    const place = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (packages[place] !== undefined) return place
    if (at === '') return undefined
  }
}
